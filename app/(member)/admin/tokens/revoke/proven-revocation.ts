/**
 * The data sent to revoke tokens together, and whether the typed text proves the intention: the server requires the same as the
 * pages.
 */
import { z } from "zod";
import { isProven } from "@/components/confirm/typed-proof";
import type { Member } from "@/lib/model";
import { typedProofFor } from "../../../tokens/[id]/revoke/typed-proof";
import { loadChosen } from "./load-chosen";

const MAX_AT_ONCE = 500;

/** `all`: how many are revoked together; `tokenIds` can be a part of them. `typed`: empty if nothing is required. */
export const provenRevocation = z
  .strictObject({
    tokenIds: z.array(z.string().max(40)).min(1).max(MAX_AT_ONCE),
    all: z.int().min(1),
    typed: z.string().max(5_000),
  })
  .refine(({ tokenIds, all }) => tokenIds.length <= all);

/** Returns what to type instead; null if it was typed, or nothing is required. */
export async function findMismatch(
  { tokenIds, all, typed }: z.output<typeof provenRevocation>,
  administrator: Member,
): Promise<string | null> {
  const now = new Date();
  const proof = typedProofFor(await loadChosen(tokenIds, administrator, now), now, all);
  return proof === null || isProven(proof, typed) ? null : proof.mismatch;
}
