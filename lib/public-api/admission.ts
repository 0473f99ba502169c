/** The second stage: identifies the caller, and enforces the limits of the address and the token (contract §§ 2, 3). */
import { LRUCache } from "lru-cache";
import { authenticate, type Caller } from "../authentication/authenticate";
import { CHECKSUM_LENGTH, ID_LENGTH, PREFIX, RANDOM_LENGTH, TOKEN_WITHIN } from "../authentication/token-form";
import { type PresentedToken, parseToken } from "../authentication/token-secret";
import { calls } from "../call-log/batch";
import { loadConfiguration } from "../configuration/load";
import { ApiError } from "../errors";
import { addressKey } from "../http/client-address";
import { withoutEscapes } from "../http/target";
import type { Limiters, Window } from "../rate-limit/open";
import { openDeadline } from "../time/deadline";
import type { Matched } from "./match-route";
import type { Trace } from "./recording";
import type { ApiRequest } from "./request";

export type Presented = { matched: Matched; token: PresentedToken; addressKey: string };
export type Identified = Presented & { caller: Caller };
/** The token had requests left; `window` is what remains after this one. */
export type Admitted = Identified & { window: Window };

/** How long a token that was verified from an address works there after others have used up the address's window. */
const KNOWN_MS = 10 * 60_000;
const MAX_KNOWN = 100_000;

/** Every step throws RATE_LIMITED, one of the 401 errors, or an internal error. */
export class Admission {
  private readonly known = new LRUCache<string, true>({ max: MAX_KNOWN, ttl: KNOWN_MS, ttlResolution: 1_000 });

  constructor(private readonly limiters: () => Limiters) {}

  async present(matched: Matched): Promise<Presented> {
    const { request, trace } = matched;
    const token = presentedToken(request);
    const key = addressKey(request.address);
    if (token === null || !this.known.has(`${key} ${token.id}`)) {
      const window = await this.limiters().failures.take(key, 0);
      if (!window.allowed) throw tooManyFailures(trace, window);
    }
    if (token === null)
      throw await this.countFailure(key, trace, new ApiError("INVALID_TOKEN", describeCredentials(request)));
    return { matched, token, addressKey: key };
  }

  async verify(presented: Presented): Promise<Identified> {
    const { matched, token, addressKey } = presented;
    try {
      const caller = await matched.deadline.within(authenticate(token, matched.request.address, loadConfiguration));
      this.known.set(`${addressKey} ${token.id}`, true);
      return { matched, token, addressKey, caller };
    } catch (error) {
      throw await this.countFailure(addressKey, matched.trace, error);
    }
  }

  /** The caller of an admitted request with today's permissions. Counts only a failure. Throws what `requireRenewed` does. */
  async renew(admitted: Identified): Promise<Identified> {
    const renewed = await this.verify(admitted);
    renewed.matched.requireRenewed?.(renewed.caller);
    renewed.matched.trace.caller = renewed.caller;
    return renewed;
  }

  /** For a response that stays open for longer than a request can take. */
  renewLater(identified: Identified): Promise<Identified> {
    const matched = { ...identified.matched, deadline: openDeadline() };
    return this.renew({ ...identified, matched });
  }

  /** Never throws: `complete` checks whether the window had room. The token of `caller` can have a lower limit of its own. */
  count(caller: Caller): Promise<Window> {
    return this.limiters().requests.take(caller.token.rootId, 1, ownLimit(caller));
  }

  /** Counts one request as several, once even if it is handled again. If it throws RATE_LIMITED, the request counts as one. */
  async countAs({ matched: { trace }, caller }: Identified, requests: number): Promise<void> {
    if (requests <= 1 || trace.counted === requests) return;
    const window = await this.limiters().requests.take(caller.token.rootId, requests - 1, ownLimit(caller));
    trace.applied = { name: "token", window };
    if (requests > window.limit) {
      const message = `This request counts as ${requests}, more than the ${window.limit} that a token has in a minute. Send less at a time.`;
      throw new ApiError("INVALID_BODY", message);
    }
    if (!window.allowed) throw rateLimited(`This request counts as ${requests}, more than the token has left.`, window);
    trace.counted = requests;
  }

  complete(identified: Identified, window: Window): Admitted {
    const { matched, token, addressKey, caller } = identified;
    const { trace, request } = matched;
    trace.applied = { name: "token", window };
    trace.tokenId = caller.token.id;
    trace.tokenEndsAt = caller.token.endsAt;
    if (!window.allowed) throw rateLimited("This token has sent too many requests.", window);
    trace.caller = caller;
    calls().batch.noteUse(caller.token.id, trace.at, request.address);
    return { matched, token, addressKey, caller, window };
  }

  /** Returns the error to throw. Internal errors are not counted. */
  private async countFailure(key: string, trace: Trace, error: unknown): Promise<unknown> {
    const { failures } = this.limiters();
    const isRefused = error instanceof ApiError;
    const window = await failures.take(key, isRefused ? 1 : 0);
    // Of many simultaneous failures, only as many learn their reason as fit in the window.
    if (isRefused && !window.allowed) return tooManyFailures(trace, window);
    trace.applied = { name: "address", window };
    // The reason names the token only if the secret matched.
    if (isRefused && error.reason && "tokenId" in error.reason) trace.tokenId ??= error.reason.tokenId;
    return error;
  }
}

/** undefined if only the limit of the service applies. */
export function ownLimit({ token }: Caller): number | undefined {
  return token.limits.requestsPerMinute ?? undefined;
}

function tooManyFailures(trace: Trace, window: Window): ApiError {
  trace.applied = { name: "address", window };
  return rateLimited("Too many failed authentications came from this address.", window);
}

function rateLimited(what: string, { limit, retryAfter }: Window): ApiError {
  const wait = retryAfter === 1 ? "1 second" : `${retryAfter} seconds`;
  return new ApiError("RATE_LIMITED", `${what} Wait ${wait}, as retry-after says.`, {
    reason: { step: "rate limit", limit },
  });
}

/** null unless the header has exactly one token of the right form and the URL has none. */
function presentedToken(request: ApiRequest): PresentedToken | null {
  const credentials = /^bearer ([^ ]+)$/i.exec(request.header("authorization") ?? "")?.[1];
  if (credentials === undefined || hasTokenInUrl(request)) return null;
  return parseToken(credentials);
}

/** spec: Authentication, 1. A token in a URL, escaped or not, is already in some log, even if the header has it too. */
function hasTokenInUrl({ target }: ApiRequest): boolean {
  return TOKEN_WITHIN.test(withoutEscapes(target));
}

/** For requests without a token of the right form. */
function describeCredentials(request: ApiRequest): string {
  if (hasTokenInUrl(request)) {
    return `There is a token in the URL, where logs keep it: treat it as leaked, and rotate it. ${SEND}`;
  }
  const header = request.header("authorization");
  if (header === null) return `The request has no Authorization header. ${SEND}`;
  const text = header.trim();
  if (text.includes(",")) return `There is more than one Authorization header or token. Send one. ${SEND}`;
  const [scheme = "", ...rest] = text.split(/\s+/);
  if (rest.length === 0) {
    if (/^bearer$/i.test(scheme)) return `Authorization says Bearer, but no token follows. ${SEND}`;
    if (scheme.startsWith(PREFIX)) return `The word Bearer is missing before the token. ${SEND}`;
  }
  if (/^bearer:/i.test(scheme)) return `There is a colon after the word Bearer: leave it out. ${SEND}`;
  if (!/^bearer$/i.test(scheme)) return `Authorization has another scheme than Bearer. ${SEND}`;
  if (/^\[object\s/.test(rest.join(" "))) return `This is an object, not the token in it. ${SEND}`;
  if (header !== `${scheme} ${rest[0]}`) return `Send Bearer, one space and the token, and nothing else. ${SEND}`;
  return `${describeText(rest[0] ?? "")} ${SEND}`;
}

const LENGTH = PREFIX.length + ID_LENGTH + 1 + RANDOM_LENGTH + CHECKSUM_LENGTH;
const SEND = "Send Authorization: Bearer service_v1_….";

/** Placeholders of shells, templates and documents: ${TOKEN}, $TOKEN, {{token}}, %TOKEN%, <token>. */
const VARIABLE = /^(?:\$\{\w+\}|\$\w+|\{\{.*\}\}|\{\w+\}|%\w+%|<[^<>]*>|:\w+)$/;

function describeText(token: string): string {
  if (/^(?:undefined|null|none|nil)$/i.test(token)) return "The variable that should have the token is empty.";
  if (/^(?:your|my)?[-_]?(?:api|access)?[-_]?(?:token|key|secret)(?:[-_]?here)?$/i.test(token))
    return "This is a placeholder. Put your token in its place.";
  if (VARIABLE.test(token)) return "This is the name of a variable, which was not replaced by the token.";
  if (/["'<>{}]/.test(token)) return "The token has quotes or brackets around it: send it without them.";
  if (!token.startsWith(PREFIX)) return "This is not a token of this service: its tokens start with service_v1_.";
  if (token.length < LENGTH) return `The token looks cut off: tokens have ${LENGTH} characters. Copy it whole.`;
  if (token.length > LENGTH)
    return `The token is too long: tokens have ${LENGTH} characters. Something else was copied with it.`;
  return "The token is not the one that was issued: its checksum is wrong. Copy it again.";
}
