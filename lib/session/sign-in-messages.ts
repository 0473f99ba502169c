/** Messages about refused sign-ins and actions, and the rule for passwords. Also used in the browser. */

/** One text for every cause, so that it does not reveal which addresses have an account. */
export const SIGN_IN_REFUSED = "Wrong e-mail address or password.";

/** Reveals no more than the text above: a member may have been deactivated since the page was rendered, or may have mistyped. */
export function confirmRefused(organizationName: string): string {
  return `That is not your password, or you are no longer an active member. Try again, or ask an administrator of ${organizationName} for a sign-in link.`;
}

export const LINK_REFUSED = "This link has been used, or is older than 15 minutes. Ask for a new one.";

/** One text for every cause, so that an administrator does not learn which people have an account elsewhere. */
export const INVITATION_REFUSED =
  "This link was not accepted. If it has been used or withdrawn, or is too old, ask for a new one. If you have signed in here before, sign in first, then open the link again; if that does not help, ask your administrator.";

export const PROVIDER_FAILED =
  "The identity provider did not let you in, or does not vouch for the e-mail address of an active member. Try again, or sign in with a password.";

export const SECOND_FACTOR_REQUIRED =
  "Your organization now requires a second factor, so nothing was done. Reload this page to set it up.";

const REFUSALS = {
  wrong: "That code is not right. Type the one that your app shows now.",
  used: "That code has been used. Wait until your app shows the next one.",
  ended: "That took too long, or your password was changed meanwhile. Sign in again.",
  busy: "Too many people are signing in right now. Try again in a moment.",
};

export function refusalMessage(refusal: { kind: keyof typeof REFUSALS } | { kind: "wait"; seconds: number }): string {
  if (refusal.kind !== "wait") return REFUSALS[refusal.kind];
  if (refusal.seconds > 5_400)
    return `Too many wrong codes. Use a recovery code, or try again in ${Math.ceil(refusal.seconds / 3_600)} hours.`;
  return `Too many attempts. Try again in ${refusal.seconds} ${refusal.seconds === 1 ? "second" : "seconds"}.`;
}

export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 128;

export const PASSWORD_RULE = `A password has ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.`;

export function isPassword(text: string): boolean {
  return text.length >= MIN_PASSWORD_LENGTH && text.length <= MAX_PASSWORD_LENGTH;
}

export const NO_CONNECTION =
  "No response came. Check your connection, and try again: what you have typed is still here.";

/** Begins the text of a refusal that came before the action, and that forms show as it is. */
export const REFUSAL_PREFIX = "Refused: ";

export const OUT_OF_DATE = "This page is out of date. Reload it, then try again.";
