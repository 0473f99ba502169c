import { z } from "zod";
import { TOKEN_ID_PATTERN } from "@/lib/authentication/token-form";
import { CALL_CLASSES } from "@/lib/call-log/finished-call";
import { USAGE_PERIODS } from "@/lib/call-log/usage";
import { ENDPOINTS } from "@/lib/public-api/endpoints/registry";
import { CURSOR, type ListAddress, type StateOf, TEXT } from "@/lib/session/page-address";

export const METHODS = [...new Set(ENDPOINTS.map(({ method }) => method))];

export const REQUEST_LOG = {
  path: "/requests",
  filters: {
    tokenId: ["token", z.string().regex(TOKEN_ID_PATTERN)],
    callClass: ["status", z.enum(CALL_CLASSES)],
    code: ["code", TEXT],
    entityKey: ["entity", TEXT],
    requestId: ["request", TEXT],
    method: ["method", z.enum(METHODS)],
    endpoint: ["endpoint", z.enum(ENDPOINTS.map(({ name }) => name))],
    period: ["period", z.enum(USAGE_PERIODS)],
  },
  // If set, the page reloads while it is visible.
  view: { live: ["live", z.literal("on")] },
  // `open`: the row whose details are shown.
  place: { cursor: ["cursor", CURSOR], open: ["open", TEXT] },
} satisfies ListAddress;

export type RequestLogState = StateOf<typeof REQUEST_LOG>;
export type RequestFilter = keyof typeof REQUEST_LOG.filters;
