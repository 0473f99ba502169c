/** Codes of authenticator apps: six digits, new every 30 s (RFC 6238). */
import { randomInt, timingSafeEqual } from "node:crypto";
import { base32 } from "@better-auth/utils/base32";
import { createOTP } from "@better-auth/utils/otp";

const STEP_MS = 30_000;
/** A phone's clock may be one step off in either direction. */
const DRIFT_STEPS = 1;

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
/** 131 bits; RFC 4226 asks for 128, and more would be longer to type. */
const SECRET_LENGTH = 22;

export function newSecret(): string {
  return Array.from({ length: SECRET_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");
}

/** In groups of four, for typing it into the app. */
export function secretToType(secret: string): string {
  return base32.encode(secret, { padding: false }).replace(/.{4}(?=.)/g, "$& ");
}

/** The content of the QR code that the app scans. */
export function secretUri(secret: string, { issuer, email }: { issuer: string; email: string }): string {
  return createOTP(secret).url(issuer, email);
}

/** "used": the code is right, but was used before. */
type CodeCheck = { kind: "right"; step: number } | { kind: "wrong" | "used" };

/** `lastStep`: of the last accepted code. Compares all steps, so that the time does not reveal which one matched. */
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
