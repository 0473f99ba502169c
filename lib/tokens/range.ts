/** Whose tokens a member may manage. Administrators see and revoke every token of their organisation; nobody but the owner gets a secret. */
import type { Member } from "../model";
import type { TokenRange } from "../store/token-rows";

export type { TokenRange };

/** The tokens of one owner: what everything asks for that shows a secret or changes what a token is. */
export type OwnRange = Required<TokenRange>;

export function ownTokens({ organizationId, id }: Member): OwnRange {
  return { organizationId, ownerId: id };
}

/** What a member may look at and revoke. */
export function visibleTokens(member: Member): TokenRange {
  return member.admin ? { organizationId: member.organizationId } : ownTokens(member);
}
