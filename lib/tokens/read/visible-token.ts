/**
 * Whose tokens a member can see, and one such token. Found once: all that is read of it takes what this found, and asks no
 * more. Administrators see and revoke every token of their organisation; only the owner gets a secret, or changes what a token
 * is, and of a service account those who keep it.
 */
import { TOKEN_ID_PATTERN } from "../../authentication/token-form";
import type { Member } from "../../model";
import { findTokenRow, type TokenVisibility } from "../../store/tokens/tokens";
import { type OwnVisibility, reachableTokens } from "./kept-tokens";
import { type ListedToken, toListedToken } from "./list";

export function ownTokens({ organizationId, id }: Member): OwnVisibility {
  return { organizationId, ownerIds: [id] };
}

/** What a member can look at and revoke. */
export function visibleTokens(member: Member): TokenVisibility {
  return member.admin ? { organizationId: member.organizationId } : ownTokens(member);
}

/** `viewer`: who looks at it; its owner, the keeper of an account that owns it, or an administrator of the organisation. */
export type VisibleToken = { token: ListedToken; owner: Member; viewer: Member };

/** null for a token that is not the viewer's to see, as for one that does not exist. */
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
