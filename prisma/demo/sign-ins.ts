/**
 * The passwords of the demo's people. Each clone has its own, derived from its secret, so that they can be printed at every start
 * and are kept nowhere; somebody who has chosen another password keeps it.
 */
import { createHmac } from "node:crypto";
import { derivedKey } from "../../lib/crypto/derived-key";
import { COMMAND_LINE } from "../../lib/events";
import type { Member } from "../../lib/model";
import { hashNewPassword, passwordMatches } from "../../lib/session/password";
import { findCredentials, setPassword } from "../../lib/store/people/credentials";

/** `password`: null where it is no longer the one that was made here. */
export type DemoSignIn = { email: string; password: string | null };

/** Easily told apart when read aloud or typed. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz";
const GROUPS = 4;
const GROUP_LETTERS = 4;

export async function ensureSignIn(member: Member): Promise<DemoSignIn> {
  const { email } = member;
  const password = passwordOf(email);
  const known = await findCredentials(email);
  if (known?.passwordHash)
    return { email, password: (await passwordMatches(password, known.passwordHash)) ? password : null };
  await setPassword({ member, email, passwordHash: await hashNewPassword(password), actor: COMMAND_LINE });
  return { email, password };
}

/** 72 bits. */
function passwordOf(email: string): string {
  const bytes = createHmac("sha256", derivedKey("demo sign-in")).update(email).digest();
  const letters = Array.from({ length: GROUPS * GROUP_LETTERS }, (_, at) => LETTERS[(bytes[at] ?? 0) % LETTERS.length]);
  return Array.from({ length: GROUPS }, (_, group) =>
    letters.slice(group * GROUP_LETTERS, (group + 1) * GROUP_LETTERS).join(""),
  ).join("-");
}
