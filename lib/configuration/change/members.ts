/** Plans the changes to the organization's members. */
import { isDeepStrictEqual } from "node:util";
import type { ManagedBy } from "../../model";
import type { MemberSettings } from "../../store/people/members";
import type { MemberDocument, OrganizationDocument, StoredDocument } from "../schema";
import { type Change, diffMembers } from "./diff";

/** Decides what happens to data that the file no longer describes. */
export type Mode = "keep data" | "prune";

/** `kept` lists what the file says about members who are managed on the pages, which is not applied. */
type MembersPlan = { members: MemberSettings[]; changes: Change[]; kept: Change[] };

export const MANAGED_ON_PAGES = "managed on the pages";

/** A file without `members` changes none. Without `active`, members keep theirs, so applying again does not undo a deactivation. */
export function planMembers(
  { document, members }: { document: StoredDocument; members: MemberSettings[] },
  file: OrganizationDocument,
  mode: Mode,
): MembersPlan {
  if (file.members === undefined) return { members: [], changes: [], kept: [] };
  // Includes the new roles: a member who still has such a key from before loses it unless the file gives it.
  const stored = withRolesOf([document, file], members);
  const before = new Map(stored.map((member) => [member.email, member]));
  const managedByDefault = file.organization.membersManagedBy ?? "file";
  const wanted = file.members.map((member) => toSettings(member, managedByDefault, before.get(member.email)));
  const after = wanted.map((member) => afterPages(member, before.get(member.email)));
  const kept = wanted.filter((member, index) => !isDeepStrictEqual(member, after[index]));
  const named = new Set(wanted.map((member) => member.email));
  // If the pages can add members, those added there are not missing from the file.
  const isOfPages = (member: MemberSettings) => managedByDefault === "pages" && member.managedBy === "pages";
  const isGone = (member: MemberSettings) => member.active && !named.has(member.email) && !isOfPages(member);
  const absent = stored.filter((member) => mode === "prune" && isGone(member));
  const candidates = [...after, ...absent.map((member) => ({ ...member, active: false }))];

  const plans = candidates.map((member) => ({ member, changes: diffMember(before.get(member.email), member) }));
  const changed = plans.filter((plan) => plan.changes.length > 0);
  return {
    members: changed.map((plan) => plan.member),
    changes: changed.flatMap((plan) => plan.changes),
    kept: kept.map(({ email }) => ({ action: "keep", subject: `member ${email}`, note: MANAGED_ON_PAGES })),
  };
}

function toSettings(member: MemberDocument, managedByDefault: ManagedBy, before?: MemberSettings): MemberSettings {
  return {
    email: member.email,
    name: member.name,
    roleKeys: member.roles,
    admin: member.admin ?? false,
    active: member.active ?? before?.active ?? true,
    kind: member.kind ?? "person",
    keepers: member.keepers ?? [],
    managedBy: member.managedBy ?? managedByDefault,
  };
}

/** The file sets the initial values of a member who is managed on the pages, and does not change them later. */
function afterPages(wanted: MemberSettings, before: MemberSettings | undefined): MemberSettings {
  return wanted.managedBy === "pages" && before?.managedBy === "pages" ? before : wanted;
}

function diffMember(before: MemberSettings | undefined, after: MemberSettings): Change[] {
  const subject = `member ${after.email}`;
  if (before === undefined) return [{ action: "add", subject }];
  return diffMembers(subject, toDocument(before, "file"), toDocument(after, "file"));
}

/** Removes role keys that no document has: members can keep the key of a removed role, which permits nothing until it is back. */
export function withRolesOf(documents: Pick<StoredDocument, "roles">[], members: MemberSettings[]): MemberSettings[] {
  const known = new Set(documents.flatMap(({ roles = [] }) => roles.map(({ key }) => key)));
  return members.map((member) => ({ ...member, roleKeys: member.roleKeys.filter((key) => known.has(key)) }));
}

/** The member as the file writes it. What the organization sets for all is left out. */
export function toDocument(
  { email, name, roleKeys, admin, active, kind, keepers, managedBy }: MemberSettings,
  managedByDefault: ManagedBy,
): MemberDocument {
  return {
    email,
    name,
    roles: roleKeys,
    admin,
    active,
    ...(kind === "person" ? {} : { kind }),
    ...(keepers.length === 0 ? {} : { keepers }),
    ...(managedBy === managedByDefault ? {} : { managedBy }),
  };
}
