/** The members of an organisation as its administrators see them, and service accounts as those see them who keep them. */
import { loadCurrentConfiguration } from "../configuration/load";
import type { ManagedBy, MemberKind } from "../model";
import {
  countMembers,
  findPosition,
  listMemberIds,
  listMemberRows,
  type MemberFilter,
  type MemberRow,
  type Way,
} from "../store/people/listed-members";
import { withoutSecrets } from "../tokens/pasted";

const MEMBERS_PAGE_SIZE = 50;

export type ListedMember = {
  id: string;
  name: string;
  email: string;
  roles: string[];
  admin: boolean;
  active: boolean;
  kind: MemberKind;
  managedBy: ManagedBy;
  /** Addresses of who manages a service account's tokens. */
  keepers: string[];
  /** They have not accepted yet. */
  isInvited: boolean;
  /** Tokens that neither expired nor were revoked. They are refused while their owner is inactive. */
  currentTokens: number;
  /** The last sign-in of somebody who belongs here only, or request of a token of theirs here; null: none is known. */
  lastSeen: Date | null;
  /** null of who does not sign in: a service account, or somebody who has not accepted yet. */
  hasSecondFactor: boolean | null;
};

/** `text`: words that occur in the name or the address. */
export type MemberSearch = Omit<MemberFilter, "words"> & { text?: string };

/** Begins after this member, or ends before. */
export type MemberCursor = { id: string; way: Way };

/** `found`: that match. `before`: of these, on the pages before. */
export type MemberPage = {
  members: ListedMember[];
  found: number;
  before: number;
  previous: MemberCursor | null;
  next: MemberCursor | null;
};

/** By name. A cursor of a member who is none any more begins with the first page: it stands in an address, which people edit. */
export async function listMembers(search: MemberSearch, cursor: MemberCursor | null = null): Promise<MemberPage> {
  const { organizationId } = search;
  const position = cursor && (await findPosition(organizationId, cursor.id));
  const way = position === null ? "on" : (cursor?.way ?? "on");
  const from = position && { position, way };
  const { ids, found, before } = await listMemberIds(toFilter(search), { from, limit: MEMBERS_PAGE_SIZE + 1 });
  const hasMore = ids.length > MEMBERS_PAGE_SIZE;
  // What is left of the way back is less than a page: the first page is whole.
  if (way === "back" && !hasMore) return listMembers(search);
  const rows = await listMemberRows(ids.slice(0, MEMBERS_PAGE_SIZE));
  const { roles } = await loadCurrentConfiguration(organizationId);
  const members = rows.map((row) => toListedMember(row, (key) => roles.get(key)?.name ?? key));
  const passed = way === "back" ? before - members.length : before;
  const [first, last] = [members[0], members.at(-1)];
  return {
    members,
    found,
    before: passed,
    previous: passed > 0 && first !== undefined ? { id: first.id, way: "back" } : null,
    next: (way === "back" || hasMore) && last !== undefined ? { id: last.id, way: "on" } : null,
  };
}

export async function countListed(search: MemberSearch): Promise<{ found: number; active: number }> {
  return countMembers(toFilter(search));
}

function toFilter({ text = "", ...filter }: MemberSearch): MemberFilter {
  return { ...filter, words: withoutSecrets(text).toLowerCase().split(/\s+/).filter(Boolean) };
}

function toListedMember(row: MemberRow, roleName: (key: string) => string): ListedMember {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    roles: row.roleKeys.map(roleName),
    admin: row.admin,
    active: row.active,
    kind: row.kind,
    managedBy: row.managedBy,
    keepers: row.keepers,
    isInvited: row.invited !== null,
    currentTokens: row.tokens,
    lastSeen: row.lastSeen,
    hasSecondFactor: row.hasSecondFactor,
  };
}
