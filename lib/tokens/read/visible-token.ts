/**
 * Which tokens a member can see, and one such token. Administrators see and revoke every token of their organisation. Only the
 * owner, or the keepers of a service account, get a secret or change a token. Everything that is read about a token later starts
 * from this result, without a second check.
 */
import { TOKEN_ID_PATTERN } from "../../authentication/token-form";
import type { Member } from "../../model";
import { findTokenRow, type TokenVisibility } from "../../store/tokens/tokens";
import { type OwnVisibility, reachableTokens } from "./kept-tokens";
import { type ListedToken, toListedToken } from "./list";

export function ownTokens({ organizationId, id }: Member): OwnVisibility {
  return { organizationId, ownerIds: [id] };
}

export function visibleTokens(member: Member): TokenVisibility {
  return member.admin ? { organizationId: member.organizationId } : ownTokens(member);
}

/** `viewer` is the owner, a keeper of the account that owns it, or an administrator of the organisation. */
export type VisibleToken = { token: ListedToken; owner: Member; viewer: Member };

/** null for a token that the viewer cannot see, or that does not exist. */
export async function findVisibleToken(
  tokenId: string,
  viewer: Member,
  now = new Date(),
): Promise<VisibleToken | null> {
  if (!TOKEN_ID_PATTERN.test(tokenId)) return null;
  const found = await findTokenRow({ tokenId, visibility: await reachableTokens(tokenId, viewer) });
  return found && { token: toListedToken(found.token, now), owner: found.owner, viewer };
}

export function isOwn({ owner, viewer }: VisibleToken): boolean {
  return owner.id === viewer.id;
}
