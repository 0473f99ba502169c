/**
 * Whose tokens a member manages beside their own: those of the service accounts that name them as a keeper, and for administrators
 * those of every service account. To manage is what an owner can do: create, edit, rotate, revoke. Nobody manages those of a person.
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

/** The tokens of one owner. */
export type OwnVisibility = TokenVisibility & { ownerIds: readonly [string] };

/** By name. */
export async function listKeptAccounts(keeper: Member): Promise<ServiceAccountRow[]> {
  return listServiceAccountRows(keepingOf(keeper));
}

/** Whether some service account names this member. */
export async function isKeeper({ organizationId, email }: Member): Promise<boolean> {
  return hasServiceAccount({ organizationId, keeper: email });
}

/** null for an account that is not the member's to keep, as for one that does not exist. */
export async function findKeptAccount(accountId: string, keeper: Member): Promise<ServiceAccountRow | null> {
  return findServiceAccountRow(accountId, keepingOf(keeper));
}

/** Where to look for a token that the member wants to change: among the kept account's that owns it, else among their own. */
export async function managedTokens(tokenId: string, member: Member): Promise<OwnVisibility> {
  const { organizationId, id } = member;
  return { organizationId, ownerIds: [(await findKeptOwner(tokenId, keepingOf(member))) ?? id] };
}

/** The same for one that is looked at, ended or revoked, which administrators can do to everybody's. */
export async function reachableTokens(tokenId: string, member: Member): Promise<TokenVisibility> {
  return member.admin ? { organizationId: member.organizationId } : managedTokens(tokenId, member);
}

/** Whose requests a member can read and have explained: administrators everybody's, others their own and those of the accounts they keep. */
export async function watchedTokens(member: Member): Promise<TokenVisibility> {
  const { organizationId, id, admin } = member;
  if (admin) return { organizationId };
  const accounts = await listKeptAccounts(member);
  return { organizationId, ownerIds: [id, ...accounts.map((account) => account.id)] };
}

export async function canManage({ owner, viewer }: { owner: Member; viewer: Member }): Promise<boolean> {
  return owner.id === viewer.id || (await findKeptAccount(owner.id, viewer)) !== null;
}

function keepingOf({ organizationId, admin, email }: Member): Keeping {
  return { organizationId, keeper: admin ? null : email };
}
