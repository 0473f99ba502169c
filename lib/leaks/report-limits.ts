/** How often an address can report leaked tokens. Reports by hand always count; signed ones count only if they are refused. */
import { addressKey } from "../http/client-address";
import type { Window } from "../rate-limit/limiter";
import { limiters } from "../rate-limit/open";

export function takeReport(address: string): Promise<Window> {
  return limiters().leakReportsByAddress.take(addressKey(address));
}

export function peekReports(address: string): Promise<Window> {
  return limiters().leakReportsByAddress.peek(addressKey(address));
}
