/** One-time sign-in links, by the operator for members without a password, and by administrators as invitations. */
import { createHash, randomBytes } from "node:crypto";
import type { Actor } from "../events";
import type { Member } from "../model";
import { env } from "../process/env";
import { keepSignInLink } from "../store/people/credentials";
import type { MemberDetail } from "../store/people/managed-members";
import { keepMemberLink } from "../store/people/member-links";
import { DAY_MS } from "../time/durations";

/** Short, because the person who asked for it is waiting. */
const SIGN_IN_MS = 15 * 60_000;
/** Longer, because it is passed on by mail or chat, perhaps over a weekend. */
const INVITATION_MS = 7 * DAY_MS;
const SECRET_BYTES = 32;

export type SignInLink = { url: string; expires: Date };
type Kept = { secretHash: string; expires: Date };

/** For the operator. `path` is the page to open, for a person who knows their password; without it, they choose a password. */
export async function makeSignInLink(member: Member, by: Actor, path?: string): Promise<SignInLink> {
  const page = path === undefined ? "/sign-in/link" : `/sign-in/link?next=${encodeURIComponent(path)}`;
  return makeLink(page, expiryOf(SIGN_IN_MS, by), (kept) => keepSignInLink({ member, ...kept }, by));
}

export async function makeMemberLink(member: MemberDetail, by: Actor): Promise<SignInLink> {
  const keep = (kept: Kept) => keepMemberLink({ member, ...kept }, "member.sign-in-link", by);
  return makeLink("/sign-in/link", expiryOf(SIGN_IN_MS, by), keep);
}

/** `noted` means that the audit log already has the invitation; a further link for it is not recorded. */
export async function makeInvitation(member: MemberDetail, noted: "noted" | "again", by: Actor): Promise<SignInLink> {
  const action = noted === "noted" ? null : "member.invite";
  const keep = (kept: Kept) => keepMemberLink({ member, ...kept }, action, by);
  return makeLink("/invitation", expiryOf(INVITATION_MS, by), keep);
}

/** The secret follows the `#`: no log or proxy sees it, and a program that follows links does not use it up. */
async function makeLink(path: string, expires: Date, keep: (kept: Kept) => Promise<void>): Promise<SignInLink> {
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  await keep({ secretHash: hashLinkSecret(secret), expires });
  return { url: `${new URL(path, env().APP_URL)}#${secret}`, expires };
}

function expiryOf(lifetimeMs: number, { now = new Date() }: Actor): Date {
  return new Date(now.getTime() + lifetimeMs);
}

export function hashLinkSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}
