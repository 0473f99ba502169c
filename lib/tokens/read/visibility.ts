/**
 * The tokens that a member can see or manage. Administrators see and revoke all tokens. Only owners, and keepers of a service
 * account, get secrets or edit; administrators keep all accounts, and never another person's tokens. Later reads rely on this.
 */
import { TOKEN_ID_PATTERN } from "../../authentication/token-form";
import type { Member } from "../../model";
import {
  findKeptOwner,
  findServiceAccountRow,
  hasServiceAccount,
  type Keeping,
  listServiceAccountRows,
} from "../../store/people/service-accounts";
import { findTokenRow, type TokenVisibility } from "../../store/tokens/tokens";
import { type ListedToken, toListedToken } from "./list";

export type OwnVisibility = TokenVisibility & { ownerIds: readonly [string] };

export function ownTokens({ organizationId, id }: Member): OwnVisibility {
  return { organizationId, ownerIds: [id] };
}

export function visibleTokens(member: Member): TokenVisibility {
  return member.admin ? { organizationId: member.organizationId } : ownTokens(member);
}

/** Sorted by name. */
export async function listKeptAccounts(keeper: Member): Promise<Member[]> {
  return listServiceAccountRows(keepingOf(keeper));
}

export async function isKeeper({ organizationId, email }: Member): Promise<boolean> {
  return hasServiceAccount({ organizationId, keeper: email });
}

/** null if the account is unknown, or not kept by the member. */
export async function findKeptAccount(accountId: string, keeper: Member): Promise<Member | null> {
  return findServiceAccountRow(accountId, keepingOf(keeper));
}

/** The kept account's tokens, if one owns the token; otherwise the member's own. */
export async function managedTokens(tokenId: string, member: Member): Promise<OwnVisibility> {
  const { organizationId, id } = member;
  return { organizationId, ownerIds: [(await findKeptOwner(tokenId, keepingOf(member))) ?? id] };
}

/** For viewing, revoking and ending an overlap, which administrators can do with any token. */
export async function reachableTokens(tokenId: string, member: Member): Promise<TokenVisibility> {
  return member.admin ? { organizationId: member.organizationId } : managedTokens(tokenId, member);
}

/** The tokens whose requests a member can read: all for administrators, for others their own and kept ones. */
export async function watchedTokens(member: Member): Promise<TokenVisibility> {
  return member.admin ? { organizationId: member.organizationId } : ownAndKeptTokens(member);
}

export async function ownAndKeptTokens(member: Member): Promise<TokenVisibility & { ownerIds: readonly string[] }> {
  const { organizationId, id } = member;
  const accounts = await listKeptAccounts(member);
  return { organizationId, ownerIds: [id, ...accounts.map((account) => account.id)] };
}

export async function canManage({ owner, viewer }: { owner: Member; viewer: Member }): Promise<boolean> {
  return owner.id === viewer.id || (await findKeptAccount(owner.id, viewer)) !== null;
}

function keepingOf({ organizationId, admin, email }: Member): Keeping {
  return { organizationId, keeper: admin ? null : email };
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
