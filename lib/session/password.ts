/** How a password is kept and compared. */
import { hashPassword, isHashOf } from "./password-hash";
import { isPassword, MAX_PASSWORD_LENGTH, PASSWORD_RULE } from "./password-rule";

/** Compared against where there is nothing to compare with, at the same cost. Matches no password that can be known. */
const DUMMY_HASH = `${"0".repeat(32)}:${"0".repeat(128)}`;

/** Throws where the password is not one: ask `isPassword` first. Throws QueueFull where too many are at it. */
export async function hashNewPassword(password: string): Promise<string> {
  if (!isPassword(password)) throw new Error(PASSWORD_RULE);
  return hashPassword(password);
}

/** Takes as long whether there is a password to compare with or not. Throws QueueFull. */
export async function passwordMatches(typed: string, stored: string | null): Promise<boolean> {
  const matches = await isHashOf(stored ?? DUMMY_HASH, typed.slice(0, MAX_PASSWORD_LENGTH + 1));
  return matches && stored !== null;
}
