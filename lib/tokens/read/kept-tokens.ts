/**
 * The owners whose tokens a member manages in addition to their own: the service accounts that name them as a keeper and, for
 * administrators, all service accounts. Managing means to create, edit, rotate and revoke. Members never manage another person's
 * tokens.
 */
import type { Member } from "../../model";
import {
  findKeptOwner,
  findServiceAccountRow,
  hasServiceAccount,
  type Keeping,
  listServiceAccountRows,
  type ServiceAccountRow,
} from "../../store/people/service-accounts";
import type { TokenVisibility } from "../../store/tokens/tokens";

export type OwnVisibility = TokenVisibility & { ownerIds: readonly [string] };

/** By name. */
export async function listKeptAccounts(keeper: Member): Promise<ServiceAccountRow[]> {
  return listServiceAccountRows(keepingOf(keeper));
}

export async function isKeeper({ organizationId, email }: Member): Promise<boolean> {
  return hasServiceAccount({ organizationId, keeper: email });
}

/** null for an account that the member does not keep, or that does not exist. */
export async function findKeptAccount(accountId: string, keeper: Member): Promise<ServiceAccountRow | null> {
  return findServiceAccountRow(accountId, keepingOf(keeper));
}

/**
 * Where to look for a token that the member wants to change: among those of the kept account that owns it, else among their own.
 */
export async function managedTokens(tokenId: string, member: Member): Promise<OwnVisibility> {
  const { organizationId, id } = member;
  return { organizationId, ownerIds: [(await findKeptOwner(tokenId, keepingOf(member))) ?? id] };
}

/** The same for viewing, revoking and ending an overlap, which administrators can do with any token. */
export async function reachableTokens(tokenId: string, member: Member): Promise<TokenVisibility> {
  return member.admin ? { organizationId: member.organizationId } : managedTokens(tokenId, member);
}

/**
 * The tokens whose requests a member can read and have explained: all for administrators, for others their own and those of
 * accounts they keep.
 */
export async function watchedTokens(member: Member): Promise<TokenVisibility> {
  const { organizationId, admin } = member;
  return admin ? { organizationId } : ownAndKeptTokens(member);
}

/** All tokens that a member manages. */
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
