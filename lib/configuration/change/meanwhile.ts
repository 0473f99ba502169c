/** Keeps the permissions and members that others change while an apply takes long, instead of undoing them with its file. */
import { isDeepStrictEqual } from "node:util";
import type { Connection } from "../../postgres/connection";
import { listDocumentsFrom } from "../../store/configuration";
import type { MemberSettings } from "../../store/people/members";
import { ConfigurationError } from "../issues";
import { checkDocument } from "../rules/document";
import type { MemberDocument, OrganizationDocument, RoleDocument, StoredDocument } from "../schema";
import type { Change } from "./diff";
import { type Mode, toDocument, withRolesOf } from "./members";
import { type ApplyPlan, findInForce, type InForce, planApply } from "./plan";
import { findRenames, renameIn } from "./renames";
import type { OnProgress } from "./tables";
import type { Work } from "./work";

export type Run = {
  connection: Connection;
  organizationKey: string;
  file: OrganizationDocument;
  mode: Mode;
  actor: string;
  onProgress: OnProgress;
  /** Called before writers are paused. If it throws, nothing is changed. */
  confirm: (work: Work[]) => void;
};

/** The start of an apply. `unlimited` are the members from before it waited: what they lost since is not given back. */
export type Start = InForce & { unlimited?: MemberSettings[] };

/** The file of the plan has what others changed since the start. Throws ConfigurationError if the two do not fit. */
export async function planBesideOthers(
  { connection, organizationKey, file: begun, mode }: Run,
  start: Start | null,
  counted?: ApplyPlan["held"],
): Promise<ApplyPlan> {
  const now = await findInForce(connection, organizationKey);
  const merged = start === null || now === null ? null : withOthers(begun, start, now);
  const { file, subjects } = merged ?? { file: begun, subjects: [] };
  const plan = await planApply(connection, now, file, mode, counted);
  const issues = subjects.length === 0 ? [] : checkDocument({ ...plan.after, members: file.members });
  // Requests could not be served with such a version.
  if (issues.length > 0) throw new ConfigurationError([{ path: [], message: ADVICE }, ...issues]);
  const others = subjects.map((subject): Change => ({ action: "keep", subject, note: "changed by others meanwhile" }));
  return { ...plan, kept: [...plan.kept, ...others] };
}

const ADVICE =
  'Others changed permissions or members while this file was being applied, and the file does not fit them. Bring their changes into the file ("config export" writes what is in force), and apply it again. Together they would break these rules:';

/** `subjects` are what others changed. */
function withOthers(begun: OrganizationDocument, start: Start, now: InForce) {
  const limited = withoutLost(begun, start);
  // Others wrote with the former names, which the file may drop.
  const renames = findRenames(now.document, begun);
  const changed = changedParts(
    partsOf(renameIn(start.document, renames), start.members),
    partsOf(renameIn(now.document, renames), begun.members === undefined ? start.members : now.members),
  );
  const subjects = new Set([...changed.keys(), ...limited.emails.map((email) => `member ${email}`)]);
  return { file: withParts(limited.file, changed), subjects: [...subjects] };
}

/** `emails` are those of the members who get less than the file says. */
function withoutLost(file: OrganizationDocument, { unlimited, members }: Start) {
  if (file.members === undefined || unlimited === undefined) return { file, emails: [] };
  const [before, after] = [unlimited, members].map((all) => new Map(all.map((member) => [member.email, member])));
  const emails: string[] = [];
  const limited = file.members.flatMap((member) => {
    const left = limitedTo(member, before?.get(member.email), after?.get(member.email));
    if (!isDeepStrictEqual(left, member)) emails.push(member.email);
    return left ?? [];
  });
  return { file: { ...file, members: limited }, emails };
}

/** null for a member who is gone. */
function limitedTo(member: MemberDocument, before: MemberSettings | undefined, after: MemberSettings | undefined) {
  if (before === undefined) return member;
  if (after === undefined) return null;
  const isLost = (had: string[], has: string[], item: string) => had.includes(item) && !has.includes(item);
  const { roles, keepers } = member;
  return {
    ...member,
    ...(member.admin && before.admin && !after.admin && { admin: false }),
    ...(member.active && before.active && !after.active && { active: false }),
    roles: roles.filter((key) => !isLost(before.roleKeys, after.roleKeys, key)),
    ...(keepers && { keepers: keepers.filter((email) => !isLost(before.keepers, after.keepers, email)) }),
  };
}

/**
 * For an apply that waited for another: what the other one changed counts as the start, because the waiting file is the later one.
 * Permissions that were changed at once meanwhile do not count, nor does what members lost.
 */
export async function findStartAfterWait(run: Run, start: Start | null): Promise<Start | null> {
  const { connection, organizationKey } = run;
  const now = await findInForce(connection, organizationKey);
  if (start === null || now === null) return now;
  const found = await listDocumentsFrom(connection, organizationKey, start.version);
  const documents = found as unknown as StoredDocument[];
  const atOnce = documents.flatMap((after, index) => {
    const before = documents[index - 1];
    return before !== undefined && differInPermissionsAlone(before, after)
      ? [...changedParts(partsOf(before), partsOf(after)).keys()]
      : [];
  });
  const former = [...changedParts(partsOf(now.document), partsOf(start.document))];
  const parts = new Map(former.filter(([subject]) => atOnce.includes(subject)));
  return { ...now, document: withParts(now.document, parts), unlimited: start.members };
}

export function changesPermissionsAlone({ current, after, renames, changes }: ApplyPlan): boolean {
  const isNew = current.version === 0;
  return !isNew && changes.length > 0 && renames.size === 0 && differInPermissionsAlone(current.document, after);
}

function differInPermissionsAlone(before: StoredDocument, after: StoredDocument): boolean {
  const others = ({ entities }: StoredDocument) => entities.map((entity) => ({ ...entity, exposed: undefined }));
  return isDeepStrictEqual(others(before), others(after));
}

/** A part that can change during an apply, because no stored data depends on it. `value` is undefined for a part that is gone. */
type Part = { kind: "organization" | "role" | "exposed" | "member"; key: string; value: unknown };

/** Each subject is compared alone: others who change one role, or the policy, do not decide on the rest. */
type Parts = ReadonlyMap<string, Part>;

function partsOf({ organization, roles = [], entities }: StoredDocument, members: MemberSettings[] = []): Parts {
  const part = (subject: string, kind: Part["kind"], key: string, value: unknown) =>
    [subject, { kind, key, value }] as const;
  return new Map([
    ...Object.entries(organization).map(([key, value]) => part(`organization, ${key}`, "organization", key, value)),
    ...roles.map((role) => part(`role ${role.key}`, "role", role.key, role)),
    ...entities.map(({ key, exposed }) => part(`entity ${key}, exposed`, "exposed", key, exposed)),
    ...members.map((member) => part(`member ${member.email}`, "member", member.email, member)),
  ]);
}

/** The parts that differ, as they are afterwards. */
function changedParts(before: Parts, after: Parts): Parts {
  const gone = [...before].map(([subject, part]) => [subject, { ...part, value: undefined }] as const);
  const all = [...new Map([...gone, ...after])];
  return new Map(all.filter(([subject, { value }]) => !isDeepStrictEqual(value, before.get(subject)?.value)));
}

/** Parts that are not given stay as the document says. */
function withParts<Document extends StoredDocument & Pick<OrganizationDocument, "members">>(
  document: Document,
  parts: Parts,
): Document {
  const given = <Value>(kind: Part["kind"]) =>
    new Map([...parts.values()].flatMap((part) => (part.kind === kind ? [[part.key, part.value as Value]] : [])));
  const organization = { ...document.organization, ...Object.fromEntries(given("organization")) };
  const roles = replaced(document.roles ?? [], given<RoleDocument | undefined>("role"), ({ key }) => key);
  const exposed = given<boolean | undefined>("exposed");
  const members = [...given<MemberSettings | undefined>("member")].map(([email, member]) => {
    const written = member && withRolesOf([{ roles }], [member]);
    return [
      email,
      written && toDocument(written[0] as MemberSettings, organization.membersManagedBy ?? "file"),
    ] as const;
  });
  return {
    ...document,
    organization,
    roles,
    entities: document.entities.map((entity) =>
      exposed.has(entity.key) ? { ...entity, exposed: exposed.get(entity.key) } : entity,
    ),
    // Members whom others added are named too, because an apply that prunes deactivates everyone else.
    ...(document.members && { members: replaced(document.members, new Map(members), ({ email }) => email) }),
  };
}

function replaced<Item>(own: Item[], others: Map<string, Item | undefined>, keyOf: (item: Item) => string): Item[] {
  const named = new Set(own.map(keyOf));
  return [
    ...own.flatMap((item) => (others.has(keyOf(item)) ? (others.get(keyOf(item)) ?? []) : item)),
    ...[...others].flatMap(([key, item]) => (named.has(key) ? [] : (item ?? []))),
  ];
}
