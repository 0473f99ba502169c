"use server";
import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import type { Announced } from "@/components/session/act-form";
import {
  addMemberOnPages,
  changeMemberOnPages,
  linkForMember,
  type MemberProblem,
  withdrawMemberInvitation,
} from "@/lib/members/manage";
import { activateMember, deactivateMember, resetMemberSecondFactor } from "@/lib/members/members";
import { MEMBER_KINDS } from "@/lib/model";
import { administratorAction, freshAdministratorAction, textOf } from "@/lib/session/action";
import { confirmedAction, formAction } from "@/lib/session/form-action";
import type { FormState } from "@/lib/session/form-state";
import { actorOf, type SignedIn } from "@/lib/session/visitor";

const chosen = z.object({ member: z.uuid() });

const texts = z.array(z.string().max(300)).max(500);
/** `memberId`: empty for a new member. */
const sentMember = z.strictObject({
  memberId: z.uuid().or(z.literal("")),
  kind: z.enum(MEMBER_KINDS),
  name: z.string().max(1_000),
  email: z.string().max(1_000),
  roleKeys: texts,
  admin: z.boolean(),
  keepers: texts,
});

type Said = { said: string };

/** The link is only ever in this response. */
export type ShownLink = { url: string; expires: Date };

/** `keepers`: as sent, because those who are known become checkboxes. */
type MemberSaved = Said | { problems: MemberProblem[]; keepers: string[] } | { link: ShownLink };

export const deactivate = confirmedAction(
  administratorAction(chosen, async ({ member }, signedIn): Promise<FormState<Said>> => {
    const outcome = await deactivateMember(targetOf(member, signedIn), actorOf(signedIn));
    if (outcome.kind === "refused") return { message: outcome.reason };
    if (outcome.kind === "inactive before") return { said: "This member is already inactive." };
    return { said: `${outcome.member.name} is deactivated. ${formatStopped(outcome.stopped.length)}` };
  }),
  toMember,
);

export const activate = formAction(
  administratorAction(chosen, async ({ member }, signedIn): Promise<FormState<Announced>> => {
    const outcome = await activateMember(targetOf(member, signedIn), actorOf(signedIn));
    revalidatePath("/admin", "layout");
    if (outcome.kind === "refused") return { message: outcome.reason };
    const text =
      outcome.kind === "active before"
        ? "This member is already active."
        : `${outcome.member.name} is active again, and can sign in.`;
    return { announced: { tone: "good", text } };
  }),
);

const saveMember = freshAdministratorAction(
  sentMember,
  async ({ memberId, ...sent }, signedIn): Promise<FormState<MemberSaved>> => {
    const saved =
      memberId === ""
        ? await addMemberOnPages(sent, signedIn.member, actorOf(signedIn))
        : await changeMemberOnPages(targetOf(memberId, signedIn), sent, actorOf(signedIn));
    if (saved.kind === "problems") return { problems: saved.problems, keepers: sent.keepers };
    if (saved.kind === "refused") return { message: saved.reason };
    revalidatePath("/admin", "layout");
    if (saved.kind === "created") redirect(`/accounts/${saved.memberId}`);
    if (saved.kind === "invited") return { link: saved.link };
    return { said: saved.kind === "changed" ? "Saved. Applies from the next request." : "Nothing was changed." };
  },
);

export const saveMemberByForm = formAction(saveMember, readSentMember);

export const createLinkByForm = formAction(
  freshAdministratorAction(chosen, async ({ member }, signedIn): Promise<FormState<{ link: ShownLink }>> => {
    const made = await linkForMember(targetOf(member, signedIn), actorOf(signedIn));
    return made.kind === "link" ? { link: made.link } : { message: made.reason };
  }),
);

export const withdraw = confirmedAction(
  freshAdministratorAction(chosen, async ({ member }, signedIn): Promise<FormState<Said>> => {
    const withdrawn = await withdrawMemberInvitation(targetOf(member, signedIn), actorOf(signedIn));
    revalidatePath("/admin", "layout");
    if (withdrawn.kind === "refused") return { message: withdrawn.reason };
    return { said: "The invitation is withdrawn: its link no longer works." };
  }),
  () => "/admin/members",
);

export const resetSecondFactor = confirmedAction(
  freshAdministratorAction(chosen, async ({ member }, signedIn): Promise<FormState<Said>> => {
    const outcome = await resetMemberSecondFactor(targetOf(member, signedIn), actorOf(signedIn));
    if (outcome.kind === "refused") return { message: outcome.reason };
    return { said: `The second factor of ${outcome.member.name} is reset, and they are signed out.` };
  }),
  toMember,
);

function toMember({ member }: z.output<typeof chosen>): string {
  return `/admin/members/${member}`;
}

function targetOf(memberId: string, { member }: SignedIn) {
  return { memberId, administrator: member };
}

function readSentMember(form: FormData): z.input<typeof sentMember> {
  const textsOf = (name: string) => form.getAll(name).filter((value) => typeof value === "string");
  return {
    memberId: textOf(form, "member"),
    kind: textOf(form, "kind") === "service" ? "service" : "person",
    name: textOf(form, "name"),
    email: textOf(form, "email"),
    roleKeys: textsOf("role"),
    admin: form.has("admin"),
    keepers: [
      ...textsOf("keeper"),
      ...textOf(form, "added-keepers")
        .toLowerCase()
        .split(/[\s,;]+/),
    ].filter(Boolean),
  };
}

function formatStopped(count: number): string {
  if (count === 0) return "They had no active tokens.";
  return count === 1 ? "1 token stopped." : `${count} tokens stopped.`;
}
