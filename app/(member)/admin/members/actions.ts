"use server";
/** The server actions of the members' page. lib/members decides what is allowed. */
import { revalidatePath } from "next/cache";
import { z } from "zod";
import { activateMember, deactivateMember } from "@/lib/members/members";
import { administratorAction } from "@/lib/session/action";
import { confirmedAction } from "@/lib/session/form-action";
import { actorOf } from "@/lib/session/visitor";
import { concludeSaid, readMember } from "./sent-member";

const chosen = z.strictObject({ memberId: z.uuid() });

/** `said`: the outcome, for the page's status line. */
export type Said = { said: string; failed?: true };

const deactivateChosen = administratorAction(chosen, async ({ memberId }, signedIn): Promise<Said> => {
  const outcome = await deactivateMember({ memberId, administrator: signedIn.member }, actorOf(signedIn));
  revalidatePath("/admin", "layout");
  switch (outcome.kind) {
    case "deactivated":
      return { said: `${outcome.member.name} is deactivated. ${formatStopped(outcome.stopped.length)}` };
    case "inactive before":
      return { said: "This member is already inactive." };
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
      return { said: "This member is already active." };
    case "invited":
      return { said: "This member has not accepted the invitation yet.", failed: true };
    case "unknown":
      return UNKNOWN;
  }
});

export const deactivate = confirmedAction(deactivateChosen, {
  read: readMember,
  conclude: concludeSaid,
  next: ({ memberId }) => `/admin/members/${memberId}`,
});

const UNKNOWN: Said = { said: "This member no longer exists. Reload the page.", failed: true };

function formatStopped(count: number): string {
  if (count === 0) return "They had no active tokens.";
  return count === 1 ? "1 token stopped." : `${count} tokens stopped.`;
}
