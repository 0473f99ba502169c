"use server";
import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import type { Announced } from "@/components/session/act-form";
import {
  type Addition,
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
import { actorOf, type SignedIn } from "@/lib/session/visitor";

const chosen = z.strictObject({ memberId: z.uuid() });
type Chosen = z.output<typeof chosen>;

/** For a form that has to be confirmed first. */
const CONFIRMED = { read: readMember, conclude: (outcome: Said) => (outcome.failed ? outcome.said : outcome) };

const texts = z.array(z.string().max(300)).max(500);
const sentMember = z.strictObject({
  memberId: z.uuid().or(z.literal("")),
  kind: z.enum(MEMBER_KINDS),
  name: z.string().max(1_000),
  email: z.string().max(1_000),
  roleKeys: texts,
  admin: z.boolean(),
  keepers: texts,
});

/** `said`: the outcome, for the page's status line. */
export type Said = { said: string; failed?: true };

/** The link is only ever in this response. */
export type ShownLink = { url: string; expires: Date };

/** `keepers`: as sent, because those who are known become checkboxes. */
type MemberSaved = Said | { problems: MemberProblem[]; keepers: string[] } | { link: ShownLink };

const deactivateChosen = administratorAction(chosen, async ({ memberId }, signedIn): Promise<Said> => {
  const outcome = await deactivateMember(targetOf(memberId, signedIn), actorOf(signedIn));
  if (outcome.kind === "refused") return { said: outcome.reason, failed: true };
  if (outcome.kind === "inactive before") return { said: "This member is already inactive." };
  return { said: `${outcome.member.name} is deactivated. ${formatStopped(outcome.stopped.length)}` };
});

const activateChosen = administratorAction(chosen, async ({ memberId }, signedIn): Promise<Said> => {
  const outcome = await activateMember(targetOf(memberId, signedIn), actorOf(signedIn));
  revalidatePath("/admin", "layout");
  if (outcome.kind === "refused") return { said: outcome.reason, failed: true };
  if (outcome.kind === "active before") return { said: "This member is already active." };
  return { said: `${outcome.member.name} is active again, and can sign in.` };
});

export const activate = formAction<Chosen, Said, Announced>(activateChosen, {
  read: readMember,
  conclude: ({ said, failed }) => (failed ? { message: said } : { announced: { tone: "good", text: said } }),
});

export const deactivate = confirmedAction(deactivateChosen, { ...CONFIRMED, next: toMember });

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
    return made.kind === "link" ? { link: made.link } : { said: made.reason, failed: true };
  },
);

export const createLinkByForm = formAction<Chosen, Said | { link: ShownLink }, { link: ShownLink }>(createLink, {
  read: readMember,
  conclude: (made) => ("link" in made ? made : { message: made.said }),
});

const withdrawInvitation = freshAdministratorAction(chosen, async ({ memberId }, signedIn): Promise<Said> => {
  const withdrawn = await withdrawMemberInvitation(targetOf(memberId, signedIn), actorOf(signedIn));
  revalidatePath("/admin", "layout");
  if (withdrawn.kind === "refused") return { said: withdrawn.reason, failed: true };
  return { said: "The invitation is withdrawn: its link no longer works." };
});

export const withdraw = confirmedAction(withdrawInvitation, { ...CONFIRMED, next: () => "/admin/members" });

const resetFactor = freshAdministratorAction(chosen, async ({ memberId }, signedIn): Promise<Said> => {
  const outcome = await resetMemberSecondFactor(targetOf(memberId, signedIn), actorOf(signedIn));
  if (outcome.kind === "refused") return { said: outcome.reason, failed: true };
  return { said: `The second factor of ${outcome.member.name} is reset, and they are signed out.` };
});

export const resetSecondFactor = confirmedAction(resetFactor, { ...CONFIRMED, next: toMember });

function toMember({ memberId }: Chosen): string {
  return `/admin/members/${memberId}`;
}

function targetOf(memberId: string, { member }: SignedIn) {
  return { memberId, administrator: member };
}

function readMember(form: FormData): Chosen {
  return { memberId: textOf(form, "member") };
}

/** A member as sent by the form. `memberId`: empty for a new member. */
type SentMember = Addition & { memberId: string };

function readSentMember(form: FormData): SentMember {
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
