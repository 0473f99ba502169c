/** What people read when they could not sign in. */

/** One text for whatever was wrong: it must not tell who has an account. */
export const SIGN_IN_REFUSED =
  "No active member has this e-mail address and password. Check both, or ask an administrator for a sign-in link.";

export function waitMessage(seconds: number): string {
  return `Too many attempts. Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`;
}
