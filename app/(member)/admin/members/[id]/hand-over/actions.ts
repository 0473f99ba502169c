"use server";
/**
 * Hands over some tokens. The new secrets are in this response, and nowhere else: it makes no page anew, which another tab may have
 * led elsewhere since.
 */
import { z } from "zod";
import { TOKEN_ID_PATTERN } from "@/lib/authentication/token-form";
import { handOverOnPages } from "@/lib/members/hand-over";
import { freshAdministratorAction } from "@/lib/session/action";
import { actorOf } from "@/lib/session/visitor";
import { OVERLAPS } from "@/lib/tokens/policy";
import type { Said } from "../../actions";
import { PART_SIZE } from "./in-parts";

const asked = z.strictObject({
  memberId: z.uuid(),
  toId: z.uuid(),
  overlapSeconds: z.literal(OVERLAPS),
  tokenIds: z.array(z.string().regex(TOKEN_ID_PATTERN)).min(1).max(PART_SIZE),
});

export type MovedToken = { name: string; hint: string; text: string };
/** `stayed`: with their owner, and why. */
export type Moved = { moved: MovedToken[]; stayed: { name: string; reason: string }[] };

export const handOver = freshAdministratorAction(asked, async (sent, signedIn): Promise<Moved | Said> => {
  const outcome = await handOverOnPages(sent, signedIn.member, actorOf(signedIn));
  if (outcome.kind === "refused") return { said: outcome.reason, failed: true };
  return {
    moved: outcome.handed.flatMap((each) =>
      each.kind === "handed over" ? [{ name: each.name, hint: each.created.hint, text: each.created.text }] : [],
    ),
    stayed: outcome.handed.flatMap(({ name, ...each }) =>
      each.kind === "refused" ? [{ name, reason: each.reason }] : [],
    ),
  };
});
