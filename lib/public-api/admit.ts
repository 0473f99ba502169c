/**
 * The first gate: who is calling, and has this address, or this token, asked too often (contract §§ 2, 3)? Failed
 * authentications are counted by address, requests by token.
 */
import { LRUCache } from "lru-cache";
import { authenticate, type Caller } from "../authentication/authenticate";
import { type PresentedToken, parseToken } from "../authentication/token-secret";
import { loadConfiguration } from "../configuration/load";
import { env } from "../env";
import { ApiError, ExpectedError } from "../errors";
import { addressKey } from "../http/client-address";
import type { Limiters, Window } from "../rate-limit/limiter";
import { openLimiters } from "../rate-limit/open";
import { describeCredentials } from "./credentials";
import type { Deadline } from "./deadline";
import { expectAgain, expectedCaller, expectNoMore } from "./expected-caller";
import { withoutEscapes } from "./paths";
import type { AppliedWindow } from "./rate-limit-headers";
import type { ApiRequest } from "./request";

/** A token verified from an address keeps working there for so long when others spend the address's window. */
const KNOWN_MINUTES = 10;
const MAX_KNOWN = 100_000;
const known = new LRUCache<string, true>({ max: MAX_KNOWN, ttl: KNOWN_MINUTES * 60_000 });

let opened: Limiters | undefined;

export function limiters(): Limiters {
  opened ??= openLimiters(env());
  return opened;
}

/**
 * An admission that came to nothing, refused or failed, and the window to tell the caller about. `tokenId` only where the
 * secret matched: what others try must not stand among a token's calls.
 */
export class Refused extends ExpectedError {
  constructor(
    readonly error: unknown,
    readonly applied: AppliedWindow,
    readonly tokenId: string | null = null,
  ) {
    super("The request was not admitted.");
  }
}

export type Admitted = {
  caller: Caller;
  applied: AppliedWindow;
  /** Verifies the token once more, and counts nothing. Throws Refused. */
  identifyAgain: () => Promise<Caller>;
};

/**
 * Throws Refused: RATE_LIMITED, one of the 401s, or the fault that kept the token from being verified. Of a token that was
 * good a moment ago the window is asked while it is verified again, and so may be whatever `meanwhile` begins.
 */
export async function admit(
  request: ApiRequest,
  deadline: Deadline,
  meanwhile: (expected: Caller) => void,
): Promise<Admitted> {
  const presented = presentedToken(request);
  const address = addressKey(request.address);
  if (presented === null || !known.has(knownKey(address, presented))) {
    const window = await limiters().failures.peek(address);
    if (!window.allowed) throw rateLimited("address", window);
  }
  if (presented === null) throw await refusedAt(address, noToken(request));

  const identify = () => verify(presented, address, deadline);
  const count = () => limiters().requests.take(presented.id);
  const expected = expectedCaller(presented);
  const counted = expected === null ? null : count();
  if (expected !== null) meanwhile(expected);
  try {
    const caller = await identify();
    const window = await (counted ?? count());
    if (!window.allowed) throw rateLimited("token", window, presented.id);
    expectAgain(presented, caller, window.remaining);
    return { caller, applied: { name: "token", window }, identifyAgain: identify };
  } catch (error) {
    if (expected !== null) expectNoMore(presented);
    throw error;
  }
}

/** Counts a failed authentication, but no fault of ours. Throws Refused. */
async function verify(presented: PresentedToken, address: string, deadline: Deadline): Promise<Caller> {
  try {
    const caller = await deadline.within(authenticate(presented, loadConfiguration));
    known.set(knownKey(address, presented), true);
    return caller;
  } catch (error) {
    throw await refusedAt(address, error);
  }
}

async function refusedAt(address: string, error: unknown): Promise<Refused> {
  if (!(error instanceof ApiError)) {
    return new Refused(error, { name: "address", window: await limiters().failures.peek(address) });
  }
  const window = await limiters().failures.take(address);
  // Of many failures at once, only as many as the window has room for may learn why they failed.
  if (!window.allowed) return rateLimited("address", window);
  return new Refused(error, { name: "address", window }, identifiedToken(error));
}

function identifiedToken({ reason }: ApiError): string | null {
  return reason?.step === "token" || reason?.step === "owner" ? reason.tokenId : null;
}

const TOO_MANY = {
  address: "Too many failed authentications came from this address.",
  token: "This token has sent too many requests.",
};

function seconds(count: number): string {
  return count === 1 ? "1 second" : `${count} seconds`;
}

function rateLimited(name: AppliedWindow["name"], window: Window, tokenId: string | null = null): Refused {
  const message = `${TOO_MANY[name]} Wait ${seconds(window.retryAfter)}, as retry-after says.`;
  const reason = { step: "rate limit", limit: window.limit } as const;
  return new Refused(new ApiError("RATE_LIMITED", message, { reason }), { name, window }, tokenId);
}

/** null where there is none of the right form: no header, two of them, another scheme, a wrong checksum, or a token in the URL. */
function presentedToken(request: ApiRequest): PresentedToken | null {
  const credentials = /^bearer ([^ ]+)$/i.exec(request.header("authorization") ?? "")?.[1];
  if (credentials === undefined || hasTokenInUrl(request)) return null;
  return parseToken(credentials);
}

function noToken(request: ApiRequest): ApiError {
  return new ApiError("INVALID_TOKEN", describeCredentials(request, hasTokenInUrl(request)));
}

function hasTokenInUrl({ target }: ApiRequest): boolean {
  return TOKEN.test(withoutEscapes(target));
}

/** spec: Authentication, 1. A token that stands in a URL, escaped or not, is in somebody's log by now, even if the header has it too. */
const TOKEN = /service_v1_[0-9A-Za-z]{22}_[0-9A-Za-z]{49}/;

function knownKey(address: string, presented: PresentedToken): string {
  return `${address} ${presented.id}`;
}
