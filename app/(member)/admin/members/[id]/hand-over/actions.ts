"use server";
/** No page is rendered again, because another tab may have switched to another organization. */
import { z } from "zod";
import { TOKEN_ID_PATTERN } from "@/lib/authentication/token-form";
import { HANDED_OVER_AT_ONCE, handOverOnPages } from "@/lib/members/hand-over";
import { freshAdministratorAction } from "@/lib/session/action";
import { actorOf } from "@/lib/session/visitor";
import { OVERLAPS } from "@/lib/tokens/policy";

const request = z.strictObject({
  memberId: z.uuid(),
  toId: z.uuid(),
  overlapSeconds: z.literal(OVERLAPS),
  tokenIds: z.array(z.string().regex(TOKEN_ID_PATTERN)).min(1).max(HANDED_OVER_AT_ONCE),
});

export type MovedToken = { name: string; text: string };
/** `stayed`: the tokens that kept their owner, and why. */
export type Moved = { moved: MovedToken[]; stayed: { name: string; reason: string }[] };

export const handOver = freshAdministratorAction(request, async (sent, signedIn): Promise<Moved | { said: string }> => {
  const outcome = await handOverOnPages(sent, signedIn.member, actorOf(signedIn));
  if (outcome.kind === "refused") return { said: outcome.reason };
  return {
    moved: outcome.handed.flatMap((each) =>
      each.kind === "handed over" ? [{ name: each.name, text: each.created.text }] : [],
    ),
    stayed: outcome.handed.flatMap(({ name, ...each }) =>
      each.kind === "refused" ? [{ name, reason: each.reason }] : [],
    ),
  };
});
