"use server";
/** Adds and changes members on the pages. lib/members decides whether the organisation file lets administrators do so. */
import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import {
  addMemberOnPages,
  changeMemberOnPages,
  linkForMember,
  type MemberProblem,
  withdrawMemberInvitation,
} from "@/lib/members/manage";
import { resetMemberSecondFactor } from "@/lib/members/reset-second-factor";
import { MEMBER_KINDS } from "@/lib/model";
import { freshAdministratorAction } from "@/lib/session/action";
import { confirmedAction, formAction } from "@/lib/session/form-action";
import { actorOf, type SignedIn } from "@/lib/session/visitor";
import type { Said } from "./actions";
import { concludeSaid, readMember, readSentMember, type SentMember } from "./sent-member";

const texts = z.array(z.string().max(300)).max(500);
const chosen = z.strictObject({ memberId: z.uuid() });
const sentMember = z.strictObject({
  memberId: z.uuid().or(z.literal("")),
  kind: z.enum(MEMBER_KINDS),
  name: z.string().max(1_000),
  email: z.string().max(1_000),
  roleKeys: texts,
  admin: z.boolean(),
  keepers: texts,
});

/** The link is only ever in this response. */
export type ShownLink = { url: string; expires: Date };

/** `keepers`: as sent, because those who are known become checkboxes. */
type MemberSaved = Said | { problems: MemberProblem[]; keepers: string[] } | { link: ShownLink };

const saveMember = freshAdministratorAction(
  sentMember,
  async ({ memberId, ...sent }, signedIn): Promise<MemberSaved | { created: string }> => {
    const saved =
      memberId === ""
        ? await addMemberOnPages(sent, signedIn.member, actorOf(signedIn))
        : await changeMemberOnPages(targetOf(memberId, signedIn), sent, actorOf(signedIn));
    if (saved.kind === "problems") return { problems: saved.problems, keepers: sent.keepers };
    if (saved.kind === "refused") return { said: saved.reason, failed: true };
    revalidatePath("/admin", "layout");
    if (saved.kind === "created") return { created: saved.memberId };
    if (saved.kind === "invited") return { link: saved.link };
    return { said: saved.kind === "changed" ? "Saved. Applies from the next request." : "Nothing was changed." };
  },
);

export const saveMemberByForm = formAction<SentMember, MemberSaved | { created: string }, MemberSaved>(saveMember, {
  read: readSentMember,
  conclude: (saved) => ("created" in saved ? redirect(`/accounts/${saved.created}`) : saved),
});

const createLink = freshAdministratorAction(
  chosen,
  async ({ memberId }, signedIn): Promise<Said | { link: ShownLink }> => {
    const made = await linkForMember(targetOf(memberId, signedIn), actorOf(signedIn));
    if (made.kind === "link") return { link: made.link };
    return {
      said: made.kind === "refused" ? made.reason : "The link was not created. Reload the page and try again.",
      failed: true,
    };
  },
);

export const createLinkByForm = formAction<{ memberId: string }, Said | { link: ShownLink }, { link: ShownLink }>(
  createLink,
  { read: readMember, conclude: (made) => ("link" in made ? made : { message: made.said }) },
);

const withdrawInvitation = freshAdministratorAction(chosen, async ({ memberId }, signedIn): Promise<Said> => {
  const withdrawn = await withdrawMemberInvitation(targetOf(memberId, signedIn), actorOf(signedIn));
  revalidatePath("/admin", "layout");
  if (withdrawn.kind === "refused") return { said: withdrawn.reason, failed: true };
  return { said: "The invitation is withdrawn: its link no longer works." };
});

export const withdraw = confirmedAction(withdrawInvitation, {
  read: readMember,
  conclude: concludeSaid,
  next: () => "/admin/members",
});

const resetFactor = freshAdministratorAction(chosen, async ({ memberId }, signedIn): Promise<Said> => {
  const outcome = await resetMemberSecondFactor(targetOf(memberId, signedIn), actorOf(signedIn));
  revalidatePath("/admin", "layout");
  if (outcome.kind === "refused") return { said: outcome.reason, failed: true };
  return { said: `The second factor of ${outcome.member.name} is reset, and they are signed out.` };
});

export const resetSecondFactor = confirmedAction(resetFactor, {
  read: readMember,
  conclude: concludeSaid,
  next: ({ memberId }) => `/admin/members/${memberId}`,
});

function targetOf(memberId: string, { member }: SignedIn) {
  return { memberId, administrator: member };
}
