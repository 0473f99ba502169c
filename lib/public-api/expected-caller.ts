/**
 * Whom a token most probably stands for: whom it stood for a moment ago. Nothing is allowed on the strength of it; it only
 * says what to begin while the token is verified.
 */
import { LRUCache } from "lru-cache";
import type { Caller } from "../authentication/authenticate";
import { type PresentedToken, secretMatches } from "../authentication/token-secret";

/** `room`: how many calls the token's window had left, so that no more is begun than may pass. */
type Expectation = { secretHash: Buffer; caller: Caller; room: number };

const MAX_EXPECTED = 5_000;
const expectations = new LRUCache<string, Expectation>({ max: MAX_EXPECTED });

/** null where the secret is another one, where the token was refused last, or where its window is about to be spent. */
export function expectedCaller({ id, secretHash }: PresentedToken): Caller | null {
  const expectation = expectations.get(id);
  const matches = secretMatches(secretHash, expectation?.secretHash ?? null);
  if (expectation === undefined || !matches || expectation.room <= 0) return null;
  expectation.room -= 1;
  return expectation.caller;
}

export function expectAgain({ id, secretHash }: PresentedToken, caller: Caller, room: number): void {
  expectations.set(id, { secretHash, caller, room });
}

export function expectNoMore({ id }: PresentedToken): void {
  expectations.delete(id);
}
