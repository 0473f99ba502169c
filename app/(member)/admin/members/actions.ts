"use server";
/** What the members' page does. Whether it may be done is decided in lib/members. */
import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import { activateMember, deactivateMember } from "@/lib/members/members";
import { administratorAction, form, formWithState, publicAction, textOf } from "@/lib/session/action";
import { OUT_OF_DATE } from "@/lib/session/sign-in-messages";
import { actorOf, findVisitor, type SignedIn } from "@/lib/session/visitor";

const chosen = z.strictObject({ memberId: z.uuid() });

/** `said`: what became of it, for the page's status line. */
export type Said = { said: string; failed?: true };

export const deactivate = administratorAction(chosen, async ({ memberId }, signedIn): Promise<Said> => {
  const outcome = await deactivateMember({ memberId, administrator: signedIn.member }, actorOf(signedIn));
  revalidatePath("/admin", "layout");
  switch (outcome.kind) {
    case "deactivated":
      return { said: `${outcome.member.name} is deactivated. ${stoppedInWords(outcome.stopped.length)}` };
    case "inactive before":
      return { said: "This member was deactivated already." };
    case "refused":
      return { said: outcome.reason, failed: true };
    case "unknown":
      return UNKNOWN;
  }
});

export const activate = administratorAction(chosen, async ({ memberId }, signedIn): Promise<Said> => {
  const outcome = await activateMember({ memberId, administrator: signedIn.member }, actorOf(signedIn));
  revalidatePath("/admin", "layout");
  switch (outcome.kind) {
    case "activated":
      return { said: `${outcome.member.name} is active again, and can sign in.` };
    case "active before":
      return { said: "This member was active already." };
    case "invited":
      return { said: "This member has not accepted the invitation yet.", failed: true };
    case "unknown":
      return UNKNOWN;
  }
});

export type FormOutcome = { message: string | null };

/** Of the page that asks where there are no scripts. */
export const deactivateByForm = publicAction(
  formWithState,
  async ([, sent]): Promise<FormOutcome> => {
    const administrator = await presentAdministrator();
    const memberId = chosen.shape.memberId.safeParse(textOf(sent, "member"));
    if (administrator === null || !memberId.success) return { message: OUT_OF_DATE };
    const asked = { memberId: memberId.data, administrator: administrator.member };
    const outcome = await deactivateMember(asked, actorOf(administrator));
    if (outcome.kind === "refused") return { message: outcome.reason };
    redirect(`/admin/members/${memberId.data}`);
  },
  { message: OUT_OF_DATE },
);

/** The page that it is sent from shows what became of it. */
export const activateByForm = publicAction(
  form,
  async ([sent]): Promise<void> => {
    const administrator = await presentAdministrator();
    const memberId = chosen.shape.memberId.safeParse(textOf(sent, "member"));
    if (administrator === null || !memberId.success) return;
    await activateMember({ memberId: memberId.data, administrator: administrator.member }, actorOf(administrator));
    revalidatePath("/admin", "layout");
  },
  undefined,
);

async function presentAdministrator(): Promise<SignedIn | null> {
  const visitor = await findVisitor();
  return visitor.kind === "signed-in" && visitor.signedIn.member.admin ? visitor.signedIn : null;
}

const UNKNOWN: Said = { said: "There is no such member any more. Reload the page.", failed: true };

function stoppedInWords(count: number): string {
  if (count === 0) return "No token stopped: there was none.";
  return count === 1 ? "1 token stopped." : `${count} tokens stopped.`;
}
