/** A person's second factor, as set up, and the codes that their phone would show. */
import { setTimeout as pause } from "node:timers/promises";
import { createOTP } from "@better-auth/utils/otp";
import { derivedKey } from "@/lib/crypto/derived-key";
import { seal } from "@/lib/crypto/sealed";
import { postgres } from "@/lib/postgres/postgres";
import { hashRecoveryCode } from "@/lib/session/second-factor/recovery-codes";
import { addSecondFactor } from "@/lib/store/people/second-factors";

export const RECOVERY_CODES = ["aaaaa-22222", "bbbbb-33333"];

const SECRET = "12345678901234567890";
const STEP_MS = 30_000;

/** Their sessions end. The process has to have the database and the secret of the service (`own-process`). */
export async function giveSecondFactor(email: string): Promise<void> {
  const [user] = (await postgres().pool.query<{ id: string }>("select id from users where email = $1", [email])).rows;
  if (user === undefined) throw new Error(`${email} has never signed in`);
  const factor = {
    secret: seal(SECRET, user.id, derivedKey("second factor")),
    lastStep: 0,
    recoveryHashes: RECOVERY_CODES.map(hashRecoveryCode),
  };
  await addSecondFactor(factor, { userId: user.id, email, by: { actor: email } });
}

/** `steps`: this many times 30 seconds from now. One before and one after are accepted, too, each once. */
export function codeNow(steps = 0, secret = SECRET): Promise<string> {
  return createOTP(secret).hotp(Math.floor(Date.now() / STEP_MS) + steps);
}

/** Long enough to type a code and have it checked, on a machine that may be busy. */
const TYPING_MS = 15_000;

/** The code of the step before, so that later ones stay unused. Waits for the next step if it would soon be too old. */
export async function codeOfStepBefore(): Promise<string> {
  const leftMs = STEP_MS - (Date.now() % STEP_MS);
  // Well into the next step: timers can be early by a millisecond.
  if (leftMs < TYPING_MS) await pause(leftMs + 100);
  return codeNow(-1);
}
