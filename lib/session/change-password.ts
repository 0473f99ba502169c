/** A member's own password: chosen by somebody who has proved who they are in the last minutes. */
import { findCredentials, setPassword } from "../store/credentials";
import { type ActionRefusal, freshMemberForAction } from "./action";
import { actorOf } from "./actor";
import type { PageMember } from "./page-member";
import { hashNewPassword } from "./password";
import { isPassword } from "./password-rule";
import { renewSession } from "./session";

export type PasswordOutcome = { kind: "changed" } | { kind: "not a password" } | ActionRefusal;

/** Ends all other sessions of the person; the one of this browser is renewed. */
export async function changePassword(page: PageMember, password: string): Promise<PasswordOutcome> {
  const signedIn = await freshMemberForAction(page);
  if ("refused" in signedIn) return signedIn;
  if (!isPassword(password)) return { kind: "not a password" };
  const { member } = signedIn;
  const passwordHash = await hashNewPassword(password);
  await setPassword({ member, email: member.email, passwordHash, ...actorOf(signedIn) });
  const credentials = await findCredentials(member.email);
  if (credentials !== null) await renewSession(credentials.userId);
  return { kind: "changed" };
}
