/** One-time sign-in links, by the operator for members without a password, and by administrators as invitations. */
import { createHash, randomBytes } from "node:crypto";
import type { Actor } from "../events";
import type { Member } from "../model";
import { env } from "../process/env";
import { keepLink, type NewLink } from "../store/people/member-links";
import { DAY_MS } from "../time/durations";

/** Short, because the person who asked for it is waiting. */
const SIGN_IN_MS = 15 * 60_000;
/** Longer, because it is passed on by mail or chat, perhaps over a weekend. */
const INVITATION_MS = 7 * DAY_MS;
const SECRET_BYTES = 32;

export type SignInLink = { url: string; expires: Date };

/** For the operator. `path` is the page to open, for a person who knows their password; without it, they choose a password. */
export async function makeSignInLink(member: Member, by: Actor, path?: string): Promise<SignInLink> {
  const page = path === undefined ? "/sign-in/link" : `/sign-in/link?next=${encodeURIComponent(path)}`;
  return makeLink(page, SIGN_IN_MS, { purpose: "sign-in-link", member, action: "member.sign-in-link" }, by);
}

export async function makeMemberLink(member: Member, by: Actor): Promise<SignInLink> {
  return makeLink("/sign-in/link", SIGN_IN_MS, { purpose: "member-link", member, action: "member.sign-in-link" }, by);
}

/** `noted` means that the audit log already has the invitation; a further link for it is not recorded. */
export async function makeInvitation(member: Member, noted: "noted" | "again", by: Actor): Promise<SignInLink> {
  const action = noted === "noted" ? null : "member.invite";
  return makeLink("/invitation", INVITATION_MS, { purpose: "member-link", member, action }, by);
}

/** The secret follows the `#`: no log or proxy sees it, and a program that follows links does not use it up. */
async function makeLink(
  path: string,
  lifetimeMs: number,
  link: Omit<NewLink, "secretHash" | "expires">,
  by: Actor,
): Promise<SignInLink> {
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  const expires = new Date((by.now ?? new Date()).getTime() + lifetimeMs);
  await keepLink({ ...link, secretHash: hashLinkSecret(secret), expires }, by);
  return { url: `${new URL(path, env().APP_URL)}#${secret}`, expires };
}

export function hashLinkSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}
