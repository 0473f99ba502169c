/** Plans an apply without running it: the document that would be in force, and the changes. */
import { isDeepStrictEqual } from "node:util";
import type { Connection } from "../../postgres/connection";
import { type ConfigurationRow, findCurrentConfiguration } from "../../store/configuration";
import { listMemberSettings, lockMembers, type MemberSettings } from "../../store/people/members";
import { countRecords, countValues } from "../../store/records/entity-data";
import type { EntityDocument, OrganizationDocument, StoredDocument } from "../schema";
import { type Change, diffDocuments } from "./diff";
import { type Documents, findEntityChanges } from "./entity-changes";
import { type Mode, planMembers } from "./members";
import { type EntityRenames, findRenames, renameIn, withoutFormerNames, withoutUndefined } from "./renames";

/** The configuration and the members in force. Version 0 is that of an organization that does not exist yet. */
export type InForce = Omit<ConfigurationRow, "document"> & { document: StoredDocument; members: MemberSettings[] };

export type ApplyPlan = Documents &
  ReturnType<typeof findEntityChanges> & {
    current: InForce;
    file: OrganizationDocument;
    mode: Mode;
    isNewDocument: boolean;
    held: Held;
    /** The members to write: new, changed and, in prune mode, deactivated ones. */
    members: MemberSettings[];
    changes: Change[];
    kept: Change[];
  };

/** Maps each subject that the file no longer has to the data it held at the time of planning. It may hold more by now. */
type Held = ReadonlyMap<string, { amount: number; of: "record" | "value" }>;

export async function findInForce(connection: Connection, organizationKey: string): Promise<InForce | null> {
  const current = await findCurrentConfiguration(connection, organizationKey);
  if (current === null) return null;
  const members = await listMemberSettings(connection, current.organizationId);
  return { ...current, document: current.document as unknown as StoredDocument, members };
}

function newOrganization({ organization }: OrganizationDocument): InForce {
  const document = { organization, entities: [], roles: [] };
  return { organizationId: "", version: 0, document, fieldsAddedLater: {}, entityIds: new Map(), members: [] };
}

/** `counted` is what an earlier plan found held, to avoid counting again. Throws ConfigurationError for a field name in use. */
export async function planApply(
  connection: Connection,
  inForce: InForce | null,
  file: OrganizationDocument,
  mode: Mode,
  counted?: Held,
): Promise<ApplyPlan> {
  const { organization, entities, roles = [] } = file;
  const stored: StoredDocument = withoutUndefined({ organization, entities, roles });
  const wanted = withoutFormerNames(stored);
  const current = inForce ?? newOrganization(file);
  const renames = findRenames(current.document, stored);
  const former = renameIn(current.document, renames);
  const ofMembers = planMembers(current, file, mode);
  const held = counted ?? (await findHeld(connection, { current, former, after: wanted }, null));
  const after = mode === "prune" ? wanted : keepHeld(former, wanted, held);
  const documents = { current, former, after, renames };
  const created: Change[] = [{ action: "add", subject: `organization ${file.organization.key}` }];
  return {
    ...documents,
    ...findEntityChanges(documents),
    file,
    mode,
    isNewDocument: inForce === null || !isDeepStrictEqual(current.document, after),
    held,
    members: ofMembers.members,
    changes: [
      ...(inForce === null ? created : []),
      ...[...renames].flatMap(([entity, own]) => toChanges(entity, own)),
      ...diffDocuments(former, after).map((change) => noteLoss(change, held)),
      ...ofMembers.changes,
    ],
    kept: [
      ...diffDocuments(wanted, after)
        .filter((change) => change.action === "add")
        .map((change) => noteLoss({ ...change, action: "keep" }, held)),
      ...ofMembers.kept,
    ],
  };
}

/** Other writes made the plan stale: nothing of it was written. */
export class PlanStale extends Error {}

/** Throws PlanStale if something to be removed holds records that were written from the horizon on. */
export async function requireStillEmpty(connection: Connection, plan: ApplyPlan, since: string): Promise<void> {
  if (plan.mode === "prune") return;
  const held = await findHeld(connection, plan, since);
  if ([...held.values()].some(({ amount }) => amount > 0)) throw new PlanStale();
}

/** Throws PlanStale if others changed members since they were planned. Locks those that are written. */
export async function requireMembersFresh(transaction: Connection, plan: ApplyPlan): Promise<void> {
  const { current, file, mode } = plan;
  const emails = plan.members.map(({ email }) => email);
  if (emails.length > 0) await lockMembers(transaction, current.organizationId, emails);
  const members = await listMemberSettings(transaction, current.organizationId);
  const fresh = planMembers({ ...current, members }, file, mode).members;
  if (!isDeepStrictEqual(fresh, plan.members)) throw new PlanStale();
}

function toChanges(entityKey: string, { fields, options }: EntityRenames): Change[] {
  const renamed = (field: string, member: string, from: string, to: string): Change => {
    return { action: "change", subject: subjectOf(entityKey, field), member, from, to };
  };
  return [
    ...Object.entries(fields).map(([to, from]) => renamed(to, "key", from, to)),
    ...Object.entries(options).flatMap(([field, values]) =>
      Object.entries(values).map(([from, to]) => renamed(field, "option", from, to)),
    ),
  ];
}

/** The names that `diffDocuments` gives. */
function subjectOf(entityKey: string, fieldKey?: string): string {
  return fieldKey === undefined ? `entity ${entityKey}` : `entity ${entityKey}, field ${fieldKey}`;
}

/** `since` counts only records written from that horizon on; null counts all. */
async function findHeld(connection: Connection, documents: Omit<Documents, "renames">, since: string | null) {
  const { current, former, after } = documents;
  const held = new Map<string, { amount: number; of: "record" | "value" }>();
  for (const { key, fields } of former.entities) {
    const id = current.entityIds.get(key);
    if (id === undefined) continue;
    const next = after.entities.find((entity) => entity.key === key);
    if (next === undefined)
      held.set(subjectOf(key), { amount: await countRecords(connection, id, since), of: "record" });
    for (const field of next === undefined ? [] : fields) {
      if (next?.fields.some((other) => other.key === field.key)) continue;
      const amount = await countValues(connection, id, field, since);
      held.set(subjectOf(key, field.key), { amount, of: "value" });
    }
  }
  return held;
}

/** The file's document, with all entities and fields that still hold data, and the entities that those refer to. */
function keepHeld(former: StoredDocument, file: StoredDocument, held: Held): StoredDocument {
  const holds = (...keys: [string, string?]) => (held.get(subjectOf(...keys))?.amount ?? 0) > 0;
  const entities = file.entities.map((entity): EntityDocument => {
    const before = former.entities.find(({ key }) => key === entity.key);
    return {
      ...entity,
      fields: [...entity.fields, ...(before?.fields ?? []).filter(({ key }) => holds(entity.key, key))],
    };
  });
  const all = [...entities, ...former.entities.filter(({ key }) => holds(key))];
  // An entity that is kept for a reference may have references of its own: it is visited later in this loop.
  for (const { fields } of all) {
    for (const field of fields) {
      if (field.type !== "reference" || all.some(({ key }) => key === field.entity)) continue;
      all.push(...former.entities.filter(({ key }) => key === field.entity));
    }
  }
  return { ...file, entities: [...entities, ...former.entities.filter((entity) => all.includes(entity))] };
}

/** Adds how much data is removed or kept. */
function noteLoss(change: Change, held: Held): Change {
  const loss = held.get(change.subject);
  if (loss === undefined) return change;
  // An entity without records is kept only because a kept field refers to it.
  if (change.action === "keep" && loss.amount === 0) return { ...change, note: "a kept field refers to it" };
  return { ...change, note: `${loss.amount} ${loss.of}${loss.amount === 1 ? "" : "s"}` };
}
