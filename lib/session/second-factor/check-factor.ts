/** Checks a code of the person's app, or one of their recovery codes. Each works once. */
import { derivedKey } from "../../crypto/derived-key";
import { unseal } from "../../crypto/sealed";
import { log } from "../../process/log";
import { findSecondFactor, type StoredFactor, takeRecoveryHash, takeStep } from "../../store/people/second-factors";
import { recordOfPerson, type SignInRecord } from "../../store/people/users";
import { beginAttempt, beginCodeAttempt } from "../gate/page-limits";
import { pageRequest } from "../page-request";
import { hashRecoveryCode } from "./recovery-codes";
import { checkCode } from "./totp";

/** "used": the code was right, but has been used before. */
export type FactorCheck =
  | { kind: "right"; by: NonNullable<SignInRecord["secondFactor"]> }
  | { kind: "wrong" | "used" }
  | { kind: "wait"; seconds: number };

type Person = { userId: string; email: string };

/** Counted before the check, like a password, and uncounted if right. A wrong one is recorded in the audit log. */
export async function checkFactor({ userId, email }: Person, typed: string): Promise<FactorCheck> {
  const { address, requestId } = await pageRequest();
  const digits = typed.replace(/\s/g, "");
  const isCode = /^\d{6}$/.test(digits);
  const attempt = await (isCode ? beginCodeAttempt(address, userId) : beginAttempt(address, `second factor ${userId}`));
  if (attempt.kind === "wait") return attempt;
  const check = isCode ? await checkDigits(userId, digits) : await checkRecoveryCode(userId, typed);
  if (check.kind === "right") {
    await attempt.uncount();
    return check;
  }
  const reason = check.kind === "used" ? "code used before" : isCode ? "wrong code" : "wrong recovery code";
  await recordOfPerson("member.second-factor-refused", { email, address, requestId }, { reason });
  return check;
}

type Checked = Exclude<FactorCheck, { kind: "wait" }>;

async function checkDigits(userId: string, code: string): Promise<Checked> {
  const factor = await findSecondFactor(userId);
  const secret = factor && openSecret(factor, userId);
  if (factor === null || secret === null) return { kind: "wrong" };
  const checked = await checkCode(code, { secret, lastStep: factor.lastStep }, new Date());
  if (checked.kind !== "right") return checked;
  return (await takeStep(userId, checked.step)) ? { kind: "right", by: { by: "code" } } : { kind: "used" };
}

/** null after APP_SECRET was changed: the factor has to be reset. */
function openSecret({ secret }: StoredFactor, userId: string): string | null {
  try {
    return String(unseal(secret, userId, derivedKey("second factor")));
  } catch {
    log().error({}, "a second factor cannot be read: was APP_SECRET changed?");
    return null;
  }
}

async function checkRecoveryCode(userId: string, typed: string): Promise<Checked> {
  const codesLeft = await takeRecoveryHash(userId, hashRecoveryCode(typed));
  return codesLeft === null ? { kind: "wrong" } : { kind: "right", by: { by: "recovery code", codesLeft } };
}
