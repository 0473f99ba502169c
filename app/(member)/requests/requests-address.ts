/** The address of the request log. It contains the search, so that it can be saved and shared. Pure. */
import { TOKEN_ID_PATTERN } from "@/lib/authentication/token-form";
import { CALL_CLASSES } from "@/lib/call-log/call-class";
import type { RequestSearch } from "@/lib/call-log/requests";
import { USAGE_PERIODS } from "@/lib/call-log/usage";
import { ENDPOINTS } from "@/lib/public-api/endpoints/registry";
import { type Parameters, parameterOf, toAddress } from "@/lib/session/page-address";

export const REQUESTS_PAGE = "/requests";

export const METHODS = [...new Set(ENDPOINTS.map(({ method }) => method))];

/** `live`: whether the page reloads while it is visible. `open`: the row whose details are shown. */
export type RequestsAddress = RequestSearch & { live: "on" | "off"; open: string | undefined };

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
    method: METHODS.find((each) => each === text("method")),
    endpoint: ENDPOINTS.find(({ name }) => name === text("endpoint"))?.name,
    live: text("live") === "on" ? "on" : "off",
    open: text("open"),
  };
}

/** `cursor`: where the page begins; at the newest request without one. */
export function addressOf(address: Partial<RequestsAddress>, cursor?: string): string {
  const { tokenId, callClass, code, entityKey, requestId, method, endpoint, period, live, open } = address;
  return toAddress(REQUESTS_PAGE, {
    token: tokenId,
    status: callClass,
    code,
    entity: entityKey,
    request: requestId,
    method,
    endpoint,
    period,
    live: live === "on" ? live : undefined,
    cursor,
    open,
  });
}

export function isFiltered({ live: _, open: __, ...search }: RequestsAddress): boolean {
  return Object.values(search).some((value) => value !== undefined);
}
