/** Sets up a second factor and turns it off. Until the first code, only the browser has the secret; nothing is stored. */
import { derivedKey } from "../../crypto/derived-key";
import { seal, unseal } from "../../crypto/sealed";
import { findCredentials } from "../../store/people/credentials";
import {
  addSecondFactor,
  findSecondFactor,
  removeSecondFactor,
  replaceRecoveryHashes,
} from "../../store/people/second-factors";
import { DAY_MS } from "../../time/durations";
import { beginAttempt } from "../gate/page-limits";
import { passwordMatches, toBusy } from "../password";
import { renewSession } from "../session";
import { actorOf, type SignedIn } from "../visitor";
import { checkFactor, type FactorCheck } from "./check-factor";
import { hashRecoveryCode, newRecoveryCodes } from "./recovery-codes";
import { checkCode, newSecret, secretToType, secretUri } from "./totp";

/** `sealed` is sent back with the first code. */
type Enrolment = { sealed: string; uri: string; toType: string };

const ISSUER = "Public Records API";

export function beginEnrolment({ member, organization }: SignedIn): Enrolment {
  const secret = newSecret();
  const sealed = seal([secret, Date.now()], ["enrolment", member.email], derivedKey("second factor"));
  const uri = secretUri(secret, { issuer: `${ISSUER} · ${organization.name}`, email: member.email });
  return { sealed, uri, toType: secretToType(secret) };
}

/** "out of date": the page belongs to another person, or is a day old. "exists": there is a second factor already. */
type Enrolled = { kind: "enrolled"; recoveryCodes: string[] } | { kind: "out of date" } | { kind: "exists" } | Refused;

/** Ends all other sessions of the person. The code cannot be used again to sign in. */
export async function enrol(signedIn: SignedIn, { sealed, code }: { sealed: string; code: string }): Promise<Enrolled> {
  const now = new Date();
  const { email } = signedIn.member;
  const secret = openEnrolment(sealed, email, now);
  const userId = await userIdOf(email);
  if (secret === null || userId === null) return { kind: "out of date" };
  const attempt = await beginAttempt(signedIn.address, `second factor ${userId}`);
  if (attempt.kind === "wait") return attempt;
  const checked = await checkCode(code.replace(/\s/g, ""), { secret, lastStep: 0 }, now);
  if (checked.kind !== "right") return { kind: "wrong" };
  await attempt.uncount();
  const recoveryCodes = newRecoveryCodes();
  const factor = {
    secret: seal(secret, userId, derivedKey("second factor")),
    lastStep: checked.step,
    recoveryHashes: recoveryCodes.map(hashRecoveryCode),
  };
  if (!(await addSecondFactor(factor, { userId, email, by: actorOf(signedIn) }))) return { kind: "exists" };
  await renewSession(userId, now);
  return { kind: "enrolled", recoveryCodes };
}

function openEnrolment(sealed: string, email: string, now: Date): string | null {
  try {
    const [secret, at] = unseal(sealed, ["enrolment", email], derivedKey("second factor")) as [string, number];
    return now.getTime() - at < DAY_MS ? secret : null;
  } catch {
    return null;
  }
}

type SecondFactorState = {
  isOn: boolean;
  recoveryCodes: number;
  /** False for people who sign in only by links or with the identity provider. */
  hasPassword: boolean;
};

export async function secondFactorOf({ member }: SignedIn): Promise<SecondFactorState> {
  const credentials = await findCredentials(member.email);
  const factor = credentials && (await findSecondFactor(credentials.userId));
  return {
    isOn: factor !== null,
    recoveryCodes: factor?.recoveryCodes ?? 0,
    hasPassword: (credentials?.passwordHash ?? null) !== null,
  };
}

type Refused = Exclude<FactorCheck, { kind: "right" }>;

/** The previous codes stop working. */
export async function renewRecoveryCodes(
  signedIn: SignedIn,
  code: string,
): Promise<{ kind: "renewed"; recoveryCodes: string[] } | Refused> {
  const { email } = signedIn.member;
  const userId = await userIdOf(email);
  if (userId === null) return { kind: "wrong" };
  const check = await checkFactor({ userId, email }, code);
  if (check.kind !== "right") return check;
  const recoveryCodes = newRecoveryCodes();
  await replaceRecoveryHashes(recoveryCodes.map(hashRecoveryCode), { userId, email, by: actorOf(signedIn) });
  return { kind: "renewed", recoveryCodes };
}

/** Checks the password, if there is one, before the code, because checking a right code uses it up. */
export async function turnOff(
  signedIn: SignedIn,
  { password, code }: { password: string; code: string },
): Promise<{ kind: "off" } | { kind: "wrong password" } | { kind: "busy" } | Refused> {
  const { email } = signedIn.member;
  const credentials = await findCredentials(email);
  if (credentials === null) return { kind: "wrong" };
  const { userId, passwordHash } = credentials;
  if (passwordHash !== null) {
    const attempt = await beginAttempt(signedIn.address, email);
    if (attempt.kind === "wait") return attempt;
    const matches = await passwordMatches(password, passwordHash).catch(toBusy);
    if (matches === false) return { kind: "wrong password" };
    await attempt.uncount();
    if (matches === "busy") return { kind: "busy" };
  }
  const check = await checkFactor({ userId, email }, code);
  if (check.kind !== "right") return check;
  await removeSecondFactor({ userId, email, by: actorOf(signedIn) });
  await renewSession(userId, null);
  return { kind: "off" };
}

async function userIdOf(email: string): Promise<string | null> {
  return (await findCredentials(email))?.userId ?? null;
}
