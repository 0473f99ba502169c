/**
 * The address of the request log: what is looked for stands in it, so that it can be kept and sent. People edit addresses: what
 * cannot be read is left out. Pure.
 */
import { TOKEN_ID_PATTERN } from "@/lib/authentication/token-form";
import { CALL_CLASSES } from "@/lib/call-log/batch";
import type { RequestSearch } from "@/lib/call-log/requests";
import { USAGE_PERIODS } from "@/lib/call-log/usage";

export const REQUESTS_PAGE = "/requests";

export type Parameters = Record<string, string | string[] | undefined>;

/** `live`: whether the page is asked for again while it is looked at. */
export type RequestsAddress = RequestSearch & { live: "on" | "off" };

export function readAddress(parameters: Parameters): RequestsAddress {
  const text = (name: string) => textOf(parameters[name]);
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
  const parameters = {
    token: tokenId,
    status: callClass,
    code,
    entity: entityKey,
    request: requestId,
    period,
    live: live === "on" ? live : undefined,
    cursor,
  };
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? REQUESTS_PAGE : `${REQUESTS_PAGE}?${new URLSearchParams(given)}`;
}

export function isFiltered({ live: _, ...search }: RequestsAddress): boolean {
  return Object.values(search).some((value) => value !== undefined);
}

function textOf(value: string | string[] | undefined): string | undefined {
  // PostgreSQL takes no NUL.
  const text = ([value].flat()[0] ?? "").replaceAll("\0", "").trim().slice(0, 200);
  return text === "" ? undefined : text;
}
