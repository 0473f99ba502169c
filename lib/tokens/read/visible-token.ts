/** Administrators see and revoke all tokens; only owners and keepers get secrets or edit. Later reads rely on this check alone. */
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

/** `viewer` is the owner, a keeper of the account that owns it, or an administrator of the organization. */
export type VisibleToken = { token: ListedToken; owner: Member; viewer: Member };

/** null if unknown or not visible to the viewer. */
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
