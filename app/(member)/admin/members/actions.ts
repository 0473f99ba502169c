"use server";
/** What the members' page does. Whether it may be done is decided in lib/members. */
import { revalidatePath } from "next/cache";
import { z } from "zod";
import { activateMember, deactivateMember, tokensThatStop } from "@/lib/members/activity";
import { type ActionRefusal, administratorForAction } from "@/lib/session/action";
import { actorOf } from "@/lib/session/actor";
import type { PageMember } from "@/lib/session/page-member";

const input = z.strictObject({ memberId: z.uuid() });
type Input = z.infer<typeof input>;

export type StoppingToken = { id: string; name: string; hint: string; lastUsed: Date | null };

/** What the dialog names, as of the moment it opens. */
export async function findStoppingTokens(
  page: PageMember,
  request: Input,
): Promise<{ tokens: StoppingToken[] } | ActionRefusal> {
  const signedIn = await administratorForAction(page);
  if ("refused" in signedIn) return signedIn;
  const { memberId } = input.parse(request);
  const tokens = await tokensThatStop({ id: memberId, organizationId: signedIn.organization.id });
  return { tokens: tokens.map(({ id, name, hint, lastUsed }) => ({ id, name, hint, lastUsed })) };
}

/** `said`: what became of it, for the page's status line. */
export type Said = { said: string; failed?: true };

export async function deactivate(page: PageMember, request: Input): Promise<Said | ActionRefusal> {
  const signedIn = await administratorForAction(page);
  if ("refused" in signedIn) return signedIn;
  const { memberId } = input.parse(request);
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
}

export async function activate(page: PageMember, request: Input): Promise<Said | ActionRefusal> {
  const signedIn = await administratorForAction(page);
  if ("refused" in signedIn) return signedIn;
  const { memberId } = input.parse(request);
  const outcome = await activateMember({ memberId, administrator: signedIn.member }, actorOf(signedIn));
  revalidatePath("/admin", "layout");
  switch (outcome.kind) {
    case "activated":
      return { said: `${outcome.member.name} is active again, and may sign in.` };
    case "active before":
      return { said: "This member was active already." };
    case "unknown":
      return UNKNOWN;
  }
}

const UNKNOWN: Said = { said: "There is no such member any more. Reload the page.", failed: true };

function stoppedInWords(count: number): string {
  if (count === 0) return "No token stopped: there was none.";
  return count === 1 ? "1 token stopped." : `${count} tokens stopped.`;
}
