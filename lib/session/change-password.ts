/** A member's own password: chosen by somebody who has proved who they are in the last minutes. */
import { findCredentials, setPassword } from "../store/credentials";
import { actorOf } from "./actor";
import { hashNewPassword } from "./password";
import { isPassword } from "./password-rule";
import { QueueFull } from "./queue";
import { renewSession } from "./session";
import type { SignedIn } from "./signed-in";

/** `busy`: too many passwords are being looked at, and this one was not set. */
export type PasswordOutcome = { kind: "changed" | "not a password" | "busy" };

/** Ends all other sessions of the person; the one of this browser is renewed. */
export async function changePassword(signedIn: SignedIn, password: string): Promise<PasswordOutcome> {
  if (!isPassword(password)) return { kind: "not a password" };
  const { member } = signedIn;
  const passwordHash = await hashNewPassword(password).catch(toNull);
  if (passwordHash === null) return { kind: "busy" };
  await setPassword({ member, email: member.email, passwordHash, ...actorOf(signedIn) });
  const credentials = await findCredentials(member.email);
  if (credentials !== null) await renewSession(credentials.userId);
  return { kind: "changed" };
}

function toNull(error: unknown): null {
  if (error instanceof QueueFull) return null;
  throw error;
}
