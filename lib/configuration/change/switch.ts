/**
 * Puts a version into force in one transaction. It rewrites the records that get another form, which can take long: their writers
 * are paused, their readers go on. The other entities that change have no writers for some milliseconds.
 */
import { isDeepStrictEqual } from "node:util";
import type { Configuration, JsonValue } from "../../model";
import type { Connection } from "../../postgres/connection";
import { write } from "../../postgres/query";
import { lockedTransaction } from "../../postgres/transaction";
import { auditEventSql } from "../../store/audit";
import {
  type ConfigurationRow,
  findCurrentConfiguration,
  insertConfiguration,
  lockOrganization,
  pauseEntities,
} from "../../store/configuration";
import { upsertMember } from "../../store/people/members";
import { countRecords } from "../../store/records/entity-data";
import { noteEveryRecord } from "../../store/records/noted-change";
import { lockPartition } from "../../store/records/partitions";
import { renameLimits } from "../../store/tokens/renamed-limits";
import { renameWebhookFields } from "../../store/webhooks/renamed-fields";
import type { OrganizationDocument } from "../schema";
import { requireFit } from "./permissions/fit";
import { type Standing, withLaterChanges } from "./permissions/later-changes";
import { type Change, formatChange } from "./plan/diff";
import type { Mode } from "./plan/members";
import { type ApplyPlan, areMembersOvertaken, isOvertaken, isRunning, planApply, type RunningPlan } from "./plan/plan";
import { renamedLimits } from "./plan/renamed-limits";
import { newKey } from "./plan/renames";
import type { OnProgress } from "./progress";
import {
  changesForm,
  type EntityChange,
  type FormChange,
  fieldsAddedLaterAfter,
  findEntityChanges,
} from "./records/entity-changes";
import { findRefusedChanges } from "./records/refuse";
import { rewriteRecords } from "./records/rewrite";

export type Switch = {
  plan: RunningPlan;
  file: OrganizationDocument;
  /** The configuration in force when its apply began. */
  start: Standing | null;
  mode: Mode;
  actor: string;
  /** The horizon from before anything was counted. */
  since: string;
  changes: EntityChange[];
  /** True if requests know that the entities whose form changes are paused. Without records there is no need to. */
  isPaused: boolean;
  after: Configuration;
  onProgress: OnProgress;
};

/** `changes` are those of the version in force from then on, `kept` what others changed while the apply ran. */
export type Switched = { version: number; changes: Change[]; kept: Change[] };

/** Other writes made the plan stale: nothing of it was written. */
export class PlanStale extends Error {}

/** Throws PlanStale, and ConfigurationError. */
export async function switchVersion(connection: Connection, change: Switch): Promise<Switched> {
  const rewritten = change.changes.filter(changesForm);
  const lock = async () => {
    for (const each of rewritten.toSorted((one, other) => (one.entity.id < other.entity.id ? -1 : 1))) {
      await lockPartition(connection, each.entity.id);
    }
  };
  return lockedTransaction(connection, lock, async (briefly) => {
    if (rewritten.length > 0) await requireFresh(connection, change, rewritten);
    for (const each of rewritten) {
      if (!change.isPaused && (await countRecords(connection, each.entity.id)) > 0) throw new PlanStale();
      await rewriteRecords(connection, each, change.after, change.onProgress);
    }
    return briefly(() => putIntoForce(connection, change, rewritten));
  });
}

async function putIntoForce(
  transaction: Connection,
  change: Switch,
  rewritten: readonly EntityChange[],
): Promise<Switched> {
  const { mode, changes, actor } = change;
  const organizationKey = change.plan.after.organization.key;
  await lockOrganization(transaction, organizationKey);
  const { plan, kept, ...later } = await planAgain(transaction, change, organizationKey);
  if (await areMembersOvertaken(transaction, plan, later.file, mode)) throw new PlanStale();
  for (const id of idsToLock(plan, changes, rewritten)) await lockPartition(transaction, id);
  const others = changes.filter((each) => !rewritten.includes(each));
  await requireFresh(transaction, change, others);
  for (const { entity, form } of changes) {
    // A row scope may have used what is removed, and the field may come back later without its values.
    if (form !== null && isNoticed(form)) await noteEveryRecord(transaction, entity.id);
  }
  await renameWhatIsStored(transaction, plan);
  await pauseEntities(transaction, organizationKey, []);
  const fieldsAddedLater = fieldsAddedLaterAfter(plan, changes);
  const { organizationId } = plan.current;
  const version = await noteVersion(transaction, { plan, organizationId, fieldsAddedLater, actor });
  return { version, changes: plan.changes, kept: [...plan.kept, ...kept] };
}

/** Plans again with the permissions and members that others changed meanwhile. */
async function planAgain(
  transaction: Connection,
  { file: begun, start, mode, plan: { missing }, changes }: Switch,
  organizationKey: string,
) {
  const current = await findCurrentConfiguration(transaction, organizationKey);
  const { file, kept } = await withLaterChanges({ connection: transaction, organizationKey }, begun, start);
  const plan = await planApply(transaction, current, file, mode, missing);
  if (!isRunning(plan) || !isDeepStrictEqual(formsOf(plan, findEntityChanges(plan)), formsOf(plan, changes)))
    throw new PlanStale();
  if (kept.length > 0) requireFit(plan.after, file.members);
  return { plan, file, kept };
}

function formsOf(plan: RunningPlan, changes: EntityChange[]) {
  return [
    fieldsAddedLaterAfter(plan, changes),
    changes.filter(changesForm).map(({ entity, form }) => [entity.key, form]),
  ];
}

async function requireFresh(
  transaction: Connection,
  { plan, mode, since }: Switch,
  changes: EntityChange[],
): Promise<void> {
  if (await isOvertaken(transaction, plan, { mode, since })) throw new PlanStale();
  for (const each of changes) {
    if ((await findRefusedChanges(transaction, each, since)).length > 0) throw new PlanStale();
  }
}

/** True if something was removed or renamed, which callers can notice. */
function isNoticed({ removed, renamed, options }: FormChange["form"]): boolean {
  return [removed, Object.keys(renamed), Object.keys(options)].some((part) => part.length > 0);
}

async function renameWhatIsStored(transaction: Connection, { renames, current }: RunningPlan): Promise<void> {
  if (renames.size === 0) return;
  const { organizationId } = current;
  const named = { organizationId, entityKeys: [...renames.keys()] };
  // Each once: a field can get the name of one that was removed, and that a webhook still names.
  await renameWebhookFields(transaction, named, (entityKey, fields) => {
    const own = renames.get(entityKey);
    return own === undefined ? fields : [...new Set(fields.map((field) => newKey(field, own)))];
  });
  await renameLimits(transaction, organizationId, (limits) => renamedLimits(limits, renames));
}

function idsToLock(plan: RunningPlan, changes: EntityChange[], locked: readonly EntityChange[]): string[] {
  const gone = plan.former.entities.filter(({ key }) => plan.after.entities.every((entity) => entity.key !== key));
  const ids = gone.flatMap(({ key }) => plan.current.entityIds.get(key) ?? []);
  return [...ids, ...changes.filter((each) => !locked.includes(each)).map(({ entity }) => entity.id)].sort();
}

type Version = {
  plan: ApplyPlan;
  organizationId: string;
  fieldsAddedLater: ConfigurationRow["fieldsAddedLater"];
  actor: string;
};

/** Writes members, document and audit event. Returns the version then in force. */
export async function noteVersion(
  transaction: Connection,
  { plan, organizationId, fieldsAddedLater, actor }: Version,
): Promise<number> {
  const isNewDocument = !isDeepStrictEqual(plan.before, plan.after);
  const version = (plan.current?.version ?? 0) + (isNewDocument ? 1 : 0);
  for (const member of plan.members) await upsertMember(transaction, organizationId, member);
  if (isNewDocument) {
    const document = plan.after as unknown as JsonValue;
    const { name } = plan.after.organization;
    const configuration = { organizationId, version, document, fieldsAddedLater, name, appliedBy: actor };
    await insertConfiguration(transaction, configuration);
  }
  if (plan.changes.length > 0) {
    const details = { changes: plan.changes.map(formatChange) };
    const subject = `version ${version}`;
    await write(auditEventSql({ organizationId, actor, action: "configuration.apply", subject, details }), {
      on: transaction,
    });
  }
  return version;
}
