/** How often an address can report: by hand, whatever the report was; signed ones are counted only where they are refused. */
import { addressKey } from "../http/client-address";
import type { Window } from "../rate-limit/limiter";
import { limiters } from "../rate-limit/open";

export function takeReport(address: string): Promise<Window> {
  return limiters().leakReportsByAddress.take(addressKey(address));
}

export function peekReports(address: string): Promise<Window> {
  return limiters().leakReportsByAddress.peek(addressKey(address));
}
