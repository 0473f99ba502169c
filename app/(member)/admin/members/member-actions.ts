"use server";
/** Adding and changing members on the pages. Whether the organisation's file lets administrators is decided in lib/members. */
import { revalidatePath } from "next/cache";
import { z } from "zod";
import { emailAddress } from "@/lib/configuration/schema";
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
import { formAction } from "@/lib/session/form-action";
import { actorOf, type SignedIn } from "@/lib/session/visitor";
import type { Said } from "./actions";
import { readMember, toFormState } from "./sent-member";

const texts = z.array(z.string().max(300)).max(500);
const request = z.strictObject({
  name: z.string().max(1_000),
  roleKeys: texts,
  admin: z.boolean(),
  keepers: z.array(emailAddress).max(500),
});
const chosen = z.strictObject({ memberId: z.uuid() });

/** The link is in this response, and nowhere else. */
export type ShownLink = { url: string; expires: Date };

type Outcome<Done> = Said | { problems: MemberProblem[] } | Done;

export const addMember = freshAdministratorAction(
  request.extend({ kind: z.enum(MEMBER_KINDS), email: z.string().max(1_000) }),
  async (sent, signedIn): Promise<Outcome<{ created: string } | { invited: string; link: ShownLink }>> => {
    const added = await addMemberOnPages(sent, signedIn.member, actorOf(signedIn));
    if (added.kind === "problems") return { problems: added.problems };
    if (added.kind === "refused") return { said: added.reason, failed: true };
    revalidatePath("/admin", "layout");
    if (added.kind === "created") return { created: added.memberId };
    return { invited: added.memberId, link: added.link };
  },
);

export const changeMember = freshAdministratorAction(
  request.extend(chosen.shape),
  async ({ memberId, ...sent }, signedIn): Promise<Outcome<never>> => {
    const changed = await changeMemberOnPages(targetOf(memberId, signedIn), sent, actorOf(signedIn));
    if (changed.kind === "problems") return { problems: changed.problems };
    if (changed.kind === "refused") return { said: changed.reason, failed: true };
    revalidatePath("/admin", "layout");
    return { said: changed.kind === "changed" ? "Saved. It holds from the next request on." : "Nothing was changed." };
  },
);

const createLink = freshAdministratorAction(
  chosen,
  async ({ memberId }, signedIn): Promise<Said | { link: ShownLink }> => {
    const made = await linkForMember(targetOf(memberId, signedIn), actorOf(signedIn));
    if (made.kind === "link") return { link: made.link };
    return { said: made.kind === "refused" ? made.reason : "That did not work.", failed: true };
  },
);

export const createLinkByForm = formAction<{ memberId: string }, Said | { link: ShownLink }, { link: ShownLink }>(
  createLink,
  { read: readMember, conclude: (made) => ("link" in made ? made : { message: made.said }) },
);

export const withdraw = freshAdministratorAction(chosen, async ({ memberId }, signedIn): Promise<Said> => {
  const withdrawn = await withdrawMemberInvitation(targetOf(memberId, signedIn), actorOf(signedIn));
  revalidatePath("/admin", "layout");
  if (withdrawn.kind === "refused") return { said: withdrawn.reason, failed: true };
  return { said: "The invitation is withdrawn: its link does not work any more." };
});

export const withdrawByForm = formAction(withdraw, {
  read: readMember,
  conclude: (said) => toFormState(said, "/admin/members"),
});

export const resetSecondFactor = freshAdministratorAction(chosen, async ({ memberId }, signedIn): Promise<Said> => {
  const outcome = await resetMemberSecondFactor(targetOf(memberId, signedIn), actorOf(signedIn));
  revalidatePath("/admin", "layout");
  if (outcome.kind === "refused") return { said: outcome.reason, failed: true };
  return { said: `The second factor of ${outcome.member.name} is reset, and they are signed out.` };
});

export const resetSecondFactorByForm = formAction(resetSecondFactor, {
  read: readMember,
  conclude: (said, { memberId }) => toFormState(said, `/admin/members/${memberId}`),
});

function targetOf(memberId: string, { member }: SignedIn) {
  return { memberId, administrator: member };
}
