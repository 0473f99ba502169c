/** Creates the one-time links that administrators give to members by hand: invitations, and sign-in links. */
import { randomBytes } from "node:crypto";
import type { Actor } from "../events";
import { env } from "../process/env";
import type { MemberDetail } from "../store/people/managed-members";
import { keepMemberLink } from "../store/people/member-links";
import { hashLinkSecret, type SignInLink } from "./sign-in-link";

const SECRET_BYTES = 32;
const HOUR_MS = 3_600_000;

/** By hand means by mail or chat, and perhaps over a weekend. */
const INVITATION_DAYS = 7;
/** As long as the operator's: whoever asked for one waits for it. */
const SIGN_IN_HOURS = 0.25;

/** `noted`: the invitation itself is in the audit log already, and a further link for it is not. */
export async function makeInvitation(member: MemberDetail, noted: "noted" | "again", by: Actor): Promise<SignInLink> {
  const action = noted === "noted" ? null : "member.invite";
  return makeLink("/invitation", INVITATION_DAYS * 24, (kept) => keepMemberLink({ member, ...kept }, action, by));
}

export async function makeMemberLink(member: MemberDetail, by: Actor): Promise<SignInLink> {
  const keep = (kept: Kept) => keepMemberLink({ member, ...kept }, "member.sign-in-link", by);
  return makeLink("/sign-in/link", SIGN_IN_HOURS, keep);
}

type Kept = { secretHash: string; expires: Date };

/** The secret stands behind the `#`, as that of every link does. */
async function makeLink(path: string, hours: number, keep: (kept: Kept) => Promise<void>): Promise<SignInLink> {
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  const expires = new Date(Date.now() + hours * HOUR_MS);
  await keep({ secretHash: hashLinkSecret(secret), expires });
  return { url: `${new URL(path, env().APP_URL)}#${secret}`, expires };
}
