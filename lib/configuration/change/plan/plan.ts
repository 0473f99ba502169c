/** Plans an apply without running it: the document that would be in force, and the changes. */
import { isDeepStrictEqual } from "node:util";
import type { Connection } from "../../../postgres/connection";
import type { ConfigurationRow } from "../../../store/configuration";
import { listMemberSettings, lockMembers, type MemberSettings } from "../../../store/people/members";
import { countRecords, countValues } from "../../../store/records/entity-data";
import type { OrganizationDocument, StoredDocument } from "../../schema";
import { type Change, diffDocuments } from "./diff";
import { keepHeld, type Missing } from "./keep";
import { type MembersPlan, type Mode, planMembers, withRolesOf } from "./members";
import { type EntityRenames, findRenames, type Renames, renameIn, withoutFormerNames } from "./renames";

export type ApplyPlan = {
  /** null for a new organization. */
  current: ConfigurationRow | null;
  before: StoredDocument | null;
  /** `before` with the names that the file uses. */
  former: StoredDocument | null;
  after: StoredDocument;
  renames: Renames;
  /** The parts that the file no longer has, with the amount of data at the time of planning. They may hold data by now. */
  missing: Missing;
  /** The members to write: new, changed and, in prune mode, deactivated ones. */
  members: MemberSettings[];
  changes: Change[];
  kept: Change[];
};

export type RunningPlan = ApplyPlan & { current: ConfigurationRow; before: StoredDocument; former: StoredDocument };

/** false for a new organization. */
export function isRunning(plan: ApplyPlan): plan is RunningPlan {
  return plan.current !== null && plan.before !== null && plan.former !== null;
}

/** True if the file is in force already, members included. */
export function changesNothing({ before, after, changes }: RunningPlan): boolean {
  return changes.length === 0 && isDeepStrictEqual(before, after);
}

/** `counted` is what an earlier plan found missing, to avoid counting again. Throws ConfigurationError for a field name in use. */
export async function planApply(
  connection: Connection,
  current: ConfigurationRow | null,
  file: OrganizationDocument,
  mode: Mode,
  counted?: Missing,
): Promise<ApplyPlan> {
  const stored = asStored(file);
  const wanted = withoutFormerNames(stored);
  if (current === null) {
    const { members, changes } = planMembers([], file, mode);
    return {
      current,
      before: null,
      former: null,
      after: wanted,
      renames: new Map(),
      missing: { entities: new Map(), fields: new Map() },
      members,
      changes: [...diffDocuments(null, wanted), ...changes],
      kept: [],
    };
  }
  const before = current.document as unknown as StoredDocument;
  const renames = findRenames(before, stored);
  const former = renameIn(before, renames);
  const ofMembers = await planMembersOf(connection, { current, before }, file, mode);
  const missing = counted ?? (await findMissing(connection, current, former, wanted, null));
  const after = mode === "prune" ? wanted : keepHeld(former, wanted, missing);
  const changes = diffDocuments(former, after).map((change) => noteLoss(change, missing));
  return {
    current,
    before,
    former,
    after,
    renames,
    missing,
    members: ofMembers.members,
    changes: [...renames].flatMap(([entity, own]) => toChanges(entity, own)).concat(changes, ofMembers.changes),
    kept: diffDocuments(wanted, after)
      .filter((change) => change.action === "add")
      .map((change) => noteLoss({ ...change, action: "keep" }, missing))
      .concat(ofMembers.kept),
  };
}

/** Tells if records written from the horizon on make the plan stale: something to be removed holds data by now. */
export async function isOvertaken(
  connection: Connection,
  { current, former, after }: RunningPlan,
  { mode, since }: { mode: Mode; since: string },
): Promise<boolean> {
  if (mode === "prune") return false;
  const { entities, fields } = await findMissing(connection, current, former, after, since);
  return [...entities.values(), ...[...fields.values()].flatMap((counts) => [...counts.values()])].some(Boolean);
}

/** Tells if the plan would undo what others did to members. Locks the members until the end of the transaction. */
export async function areMembersOvertaken(
  transaction: Connection,
  { current, before, members }: RunningPlan,
  file: OrganizationDocument,
  mode: Mode,
): Promise<boolean> {
  const emails = members.map(({ email }) => email);
  if (emails.length > 0) await lockMembers(transaction, current.organizationId, emails);
  const latest = await planMembersOf(transaction, { current, before }, file, mode);
  return !isDeepStrictEqual(latest.members, members);
}

async function planMembersOf(
  connection: Connection,
  { current, before }: Pick<RunningPlan, "current" | "before">,
  file: OrganizationDocument,
  mode: Mode,
): Promise<MembersPlan> {
  // Includes the new roles: a member who still has such a key from before loses it unless the file gives it.
  const stored = withRolesOf([before, file], await listMemberSettings(connection, current.organizationId));
  return planMembers(stored, file, mode);
}

function toChanges(entityKey: string, { fields, options }: EntityRenames): Change[] {
  const subject = (field: string) => `entity ${entityKey}, field ${field}`;
  return [
    ...Object.entries(fields).map(
      ([to, from]): Change => ({ action: "change", subject: subject(to), member: "key", from, to }),
    ),
    ...Object.entries(options).flatMap(([field, values]) =>
      Object.entries(values).map(
        ([from, to]): Change => ({ action: "change", subject: subject(field), member: "option", from, to }),
      ),
    ),
  ];
}

/** Without the parts stored elsewhere, and without undefined members. */
function asStored({ organization, entities, roles }: OrganizationDocument): StoredDocument {
  return JSON.parse(JSON.stringify({ organization, entities, roles: roles ?? [] } satisfies StoredDocument));
}

/** `since` counts only records written from that horizon on; null counts all. */
async function findMissing(
  connection: Connection,
  current: ConfigurationRow,
  before: StoredDocument,
  wanted: StoredDocument,
  since: string | null,
): Promise<Missing> {
  const entities = new Map<string, number>();
  const fields = new Map<string, Map<string, number>>();
  for (const entity of before.entities) {
    const id = current.entityIds.get(entity.key);
    if (id === undefined) continue;
    const next = wanted.entities.find((other) => other.key === entity.key);
    if (next === undefined) {
      entities.set(entity.key, await countRecords(connection, id, since));
      continue;
    }
    const counts = new Map<string, number>();
    for (const field of entity.fields) {
      if (next.fields.some((other) => other.key === field.key)) continue;
      counts.set(field.key, await countValues(connection, id, { key: field.key }, since));
    }
    if (counts.size > 0) fields.set(entity.key, counts);
  }
  return { entities, fields };
}

/** Adds how much data is removed or kept. */
function noteLoss(change: Change, missing: Missing): Change {
  if (change.action !== "remove" && change.action !== "keep") return change;
  const notes = [
    ...[...missing.entities].map(([entity, records]) => ({
      subject: `entity ${entity}`,
      note: records === 1 ? "1 record" : `${records} records`,
    })),
    ...[...missing.fields].flatMap(([entity, counts]) =>
      [...counts].map(([field, values]) => ({
        subject: `entity ${entity}, field ${field}`,
        note: values === 1 ? "1 value" : `${values} values`,
      })),
    ),
  ];
  const found = notes.find(({ subject }) => subject === change.subject);
  if (found === undefined) return change;
  // An entity without records is kept only because a kept field refers to it.
  const isReferredTo = change.action === "keep" && found.note === "0 records";
  return { ...change, note: isReferredTo ? "a kept field refers to it" : found.note };
}
