/** The selected tokens before they are revoked: only those of the administrator's organization that have not ended. */
import { TOKEN_ID_PATTERN } from "@/lib/authentication/token-form";
import type { Member } from "@/lib/model";
import { type ListedToken, listAllTokens } from "@/lib/tokens/read/list";
import { visibleTokens } from "@/lib/tokens/read/visibility";
import { hasEnded } from "@/lib/tokens/status";

export type ChosenToken = ReturnType<typeof toChosen>;

export async function loadChosen(ids: readonly string[], administrator: Member, now: Date): Promise<ListedToken[]> {
  const tokenIds = ids.filter((id) => TOKEN_ID_PATTERN.test(id));
  const tokens = await listAllTokens({ ...visibleTokens(administrator), tokenIds }, now);
  return tokens.filter(isRevocable);
}

export function isRevocable({ status }: ListedToken): boolean {
  return !hasEnded(status);
}

/** `lastUsed`: ISO 8601, because more tokens can come as JSON. */
export function toChosen({ id, name, hint, owner, lastUsed, lastUsedAddress }: ListedToken) {
  return { id, name, hint, ownerName: owner.name, lastUsed: lastUsed?.toISOString() ?? null, lastUsedAddress };
}
