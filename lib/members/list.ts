/** Lists members for their organization's administrators, and service accounts for their managers. */
import { loadCurrentConfiguration } from "../configuration/load";
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

export type ListedMember = Pick<
  MemberRow,
  "id" | "name" | "email" | "admin" | "active" | "kind" | "managedBy" | "keepers" | "lastSeen" | "hasSecondFactor"
> & {
  roles: string[];
  isInvited: boolean;
  /** Tokens neither expired nor revoked, even if their owner is inactive and they are refused. */
  currentTokens: number;
};

/** `text` has words that occur in the name or the address. */
export type MemberSearch = Omit<MemberFilter, "words"> & { text?: string };

/** The page begins after this member, or ends before them. */
export type MemberCursor = { id: string; way: Way };

/** `found` counts all matches, `before` those on earlier pages. */
export type MemberPage = {
  members: ListedMember[];
  found: number;
  before: number;
  previous: MemberCursor | null;
  next: MemberCursor | null;
};

/** Sorted by name. A cursor whose member is gone returns the first page, because people edit URLs. */
export async function listMembers(search: MemberSearch, cursor: MemberCursor | null = null): Promise<MemberPage> {
  const { organizationId } = search;
  const position = cursor && (await findPosition(organizationId, cursor.id));
  const way = position === null ? "on" : (cursor?.way ?? "on");
  const from = position && { position, way };
  const { ids, found, before } = await listMemberIds(toFilter(search), { from, limit: MEMBERS_PAGE_SIZE + 1 });
  const hasMore = ids.length > MEMBERS_PAGE_SIZE;
  // Less than a page is left on the way back, so the whole first page is returned.
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
