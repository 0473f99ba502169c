/** What applying a file would do to the organisation's members. Pure. */
import type { JsonObject } from "../../model";
import type { MemberSettings } from "../../store/people/members";
import type { MemberDocument, StoredDocument } from "../schema";
import { type Change, diffMembers } from "./diff";

/** What happens to data that the file no longer has a place for. */
export type Mode = "keep data" | "prune";

export type MembersPlan = { members: MemberSettings[]; changes: Change[] };

/**
 * `wanted` is null where the file says nothing of members: then all stay as they are. A member whose `active` the file
 * leaves out keeps it, so that applying a file again does not undo a deactivation.
 */
export function planMembers(stored: MemberSettings[], wanted: MemberDocument[] | null, mode: Mode): MembersPlan {
  if (wanted === null) return { members: [], changes: [] };
  const before = new Map(stored.map((member) => [member.email, member]));
  const after = wanted.map((member) => toSettings(member, before.get(member.email)));
  const named = new Set(wanted.map((member) => member.email));
  const absent = stored.filter((member) => mode === "prune" && member.active && !named.has(member.email));
  const candidates = [...after, ...absent.map((member) => ({ ...member, active: false }))];

  const plans = candidates.map((member) => ({ member, changes: diffMember(before.get(member.email), member) }));
  const changed = plans.filter((plan) => plan.changes.length > 0);
  return { members: changed.map((plan) => plan.member), changes: changed.flatMap((plan) => plan.changes) };
}

function toSettings(member: MemberDocument, before: MemberSettings | undefined): MemberSettings {
  return {
    email: member.email,
    name: member.name,
    roleKeys: member.roles,
    admin: member.admin ?? false,
    active: member.active ?? before?.active ?? true,
    kind: member.kind ?? "person",
  };
}

function diffMember(before: MemberSettings | undefined, after: MemberSettings): Change[] {
  const subject = `member ${after.email}`;
  if (before === undefined) return [{ action: "add", subject }];
  return diffMembers(subject, toDocument(before), toDocument(after), []);
}

/**
 * Without the keys of roles that none of the documents has. Members keep such a key where a file takes the role away and
 * says nothing of them; it gives no right until the role is there again.
 */
export function withRolesOf(documents: Pick<StoredDocument, "roles">[], members: MemberSettings[]): MemberSettings[] {
  const known = new Set(documents.flatMap(({ roles = [] }) => roles.map(({ key }) => key)));
  return members.map((member) => ({ ...member, roleKeys: member.roleKeys.filter((key) => known.has(key)) }));
}

/** In the words of the file. */
export function toDocument({ email, name, roleKeys, admin, active, kind }: MemberSettings): JsonObject {
  const settings = { email, name, roles: roleKeys, admin, active };
  return kind === "person" ? settings : { ...settings, kind };
}
