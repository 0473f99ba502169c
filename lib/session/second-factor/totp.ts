/** Codes of authenticator apps: six digits, anew every 30 seconds (RFC 6238). Pure, but for a new secret's randomness. */
import { randomInt, timingSafeEqual } from "node:crypto";
import { base32 } from "@better-auth/utils/base32";
import { createOTP } from "@better-auth/utils/otp";

const STEP_MS = 30_000;
/** Clocks of phones are that far off: one step before and one after. */
const DRIFT_STEPS = 1;

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
/** 131 bits: RFC 4226 asks for 128. More would be longer to type. */
const SECRET_LENGTH = 22;

/** As text, whose bytes are the key. */
export function newSecret(): string {
  return Array.from({ length: SECRET_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");
}

/** For whoever types it into the app, in groups of four. */
export function secretToType(secret: string): string {
  return base32.encode(secret, { padding: false }).replace(/.{4}(?=.)/g, "$& ");
}

/** What the app reads from the picture. */
export function secretUri(secret: string, { issuer, email }: { issuer: string; email: string }): string {
  return createOTP(secret).url(issuer, email);
}

/** "used": it was right, and cannot be used again. */
type CodeCheck = { kind: "right"; step: number } | { kind: "wrong" | "used" };

/** `lastStep`: of the last code that was accepted. Every step is looked at, so that the time does not tell which. */
export async function checkCode(
  code: string,
  { secret, lastStep }: { secret: string; lastStep: number },
  now: Date,
): Promise<CodeCheck> {
  const current = stepAt(now);
  const matching: number[] = [];
  for (let step = current - DRIFT_STEPS; step <= current + DRIFT_STEPS; step += 1) {
    if (isSame(code, await createOTP(secret).hotp(step))) matching.push(step);
  }
  const step = matching.findLast((each) => each > lastStep);
  if (step !== undefined) return { kind: "right", step };
  return { kind: matching.length > 0 ? "used" : "wrong" };
}

export function stepAt(moment: Date): number {
  return Math.floor(moment.getTime() / STEP_MS);
}

function isSame(typed: string, expected: string): boolean {
  const [one, other] = [Buffer.from(typed), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
