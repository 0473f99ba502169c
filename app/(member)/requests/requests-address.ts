/** The address of the request log: what is looked for stands in it, so that it can be kept and sent. Pure. */
import { TOKEN_ID_PATTERN } from "@/lib/authentication/token-form";
import { CALL_CLASSES } from "@/lib/call-log/batch";
import type { RequestSearch } from "@/lib/call-log/requests";
import { USAGE_PERIODS } from "@/lib/call-log/usage";
import { type Parameters, parameterOf, toAddress } from "@/lib/session/page-address";

export const REQUESTS_PAGE = "/requests";

/** `live`: whether the page is asked for again while it is looked at. */
export type RequestsAddress = RequestSearch & { live: "on" | "off" };

export function readAddress(parameters: Parameters): RequestsAddress {
  const text = (name: string) => parameterOf(parameters, name) || undefined;
  const tokenId = text("token");
  return {
    tokenId: tokenId !== undefined && TOKEN_ID_PATTERN.test(tokenId) ? tokenId : undefined,
    callClass: CALL_CLASSES.find((each) => each === text("status")),
    code: text("code"),
    entityKey: text("entity"),
    requestId: text("request"),
    period: USAGE_PERIODS.find((each) => each === text("period")),
    live: text("live") === "on" ? "on" : "off",
  };
}

/** `cursor`: where the page begins; without one at the newest. */
export function addressOf(address: Partial<RequestsAddress>, cursor?: string): string {
  const { tokenId, callClass, code, entityKey, requestId, period, live } = address;
  return toAddress(REQUESTS_PAGE, {
    token: tokenId,
    status: callClass,
    code,
    entity: entityKey,
    request: requestId,
    period,
    live: live === "on" ? live : undefined,
    cursor,
  });
}

export function isFiltered({ live: _, ...search }: RequestsAddress): boolean {
  return Object.values(search).some((value) => value !== undefined);
}
