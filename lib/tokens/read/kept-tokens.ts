/** Members manage their own tokens and those of service accounts they keep; administrators keep all. Never another person's. */
import type { Member } from "../../model";
import {
  findKeptOwner,
  findServiceAccountRow,
  hasServiceAccount,
  type Keeping,
  listServiceAccountRows,
} from "../../store/people/service-accounts";
import type { TokenVisibility } from "../../store/tokens/tokens";

export type OwnVisibility = TokenVisibility & { ownerIds: readonly [string] };

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
  const { organizationId, admin } = member;
  return admin ? { organizationId } : ownAndKeptTokens(member);
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
