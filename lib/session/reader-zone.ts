/** The reader's time zone, read with the member, so that parts of a page need not wait for it. Only for server components. */
import { cookies } from "next/headers";
import { cache } from "react";
import { parseTimeZone, TIME_ZONE_COOKIE, UTC } from "../time/time-zone";

const chosen = cache(() => ({ zone: UTC }));

export async function readZone(): Promise<string> {
  const ofRequest = chosen();
  ofRequest.zone = parseTimeZone((await cookies()).get(TIME_ZONE_COOKIE)?.value);
  return ofRequest.zone;
}

export function readerZone(): string {
  return chosen().zone;
}
