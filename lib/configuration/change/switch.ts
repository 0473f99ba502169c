/**
 * Puts a version into force in one transaction. It rewrites the records that get another form, which can take long: their writers
 * are paused, their readers continue. The other entities that change have no writers for a few milliseconds.
 */
import { isDeepStrictEqual } from "node:util";
import type { Configuration, JsonObject, JsonValue } from "../../model";
import { lockedTransaction } from "../../postgres/administration";
import type { Connection } from "../../postgres/connection";
import { sqlState, UNIQUE_VIOLATION } from "../../postgres/faults";
import { write } from "../../postgres/query";
import { deriveColumns } from "../../records/rules/derive";
import { auditEventSql } from "../../store/audit-event";
import { insertConfiguration, lockOrganization, pauseEntities } from "../../store/configuration";
import { upsertMember } from "../../store/people/members";
import { countRecords } from "../../store/records/entity-data";
import { noteEveryRecord } from "../../store/records/noted-change";
import { createMissing, lockPartition } from "../../store/records/partition-structure";
import { clearLabels, FIRST_ID, rewriteAfter } from "../../store/records/rewrite";
import { renameLimits } from "../../store/tokens/renamed-limits";
import { renameWebhookFields } from "../../store/webhooks/renamed-fields";
import { ConfigurationError } from "../issues";
import { type Change, formatChange } from "./diff";
import { changesForm, type EntityChange, type FormChange, movesUniqueLabel } from "./entity-changes";
import { planBesideOthers, type Run, type Start } from "./meanwhile";
import { type ApplyPlan, PlanStale, requireMembersFresh, requireStillEmpty } from "./plan";
import { findRefusedChanges, refuseRewritten, repeatedValue } from "./refuse";
import { newKey, renameInLimits, renamesOf } from "./renames";
import { toPartitionPlans } from "./tables";

/** `changes` are those of the version in force from then on, `kept` what was not changed, though the file says so. */
export type Applied = { organizationId: string; version: number; changes: Change[]; kept: Change[] };

/** A plan, what was in force when its apply began, and the horizon from before anything was counted. */
export type Begun = { plan: ApplyPlan; start: Start | null; since: string };

type Switch = Begun & {
  /** True if requests know that the entities whose form changes are paused. Without records there is no need to. */
  isPaused: boolean;
  after: Configuration;
};

/** Throws PlanStale, and ConfigurationError. */
export async function switchVersion(run: Run, change: Switch): Promise<Applied> {
  const { connection } = run;
  const rewritten = change.plan.entityChanges.filter(changesForm);
  const lock = () => lockPartitions(connection, idsOf(rewritten));
  return lockedTransaction(connection, lock, async (briefly) => {
    if (rewritten.length > 0) await requireFresh(run, change, rewritten);
    for (const each of rewritten) {
      if (!change.isPaused && (await countRecords(connection, each.entity.id)) > 0) throw new PlanStale();
      await rewriteRecords(run, each, change.after);
    }
    return briefly(() => putIntoForce(run, change, rewritten));
  });
}

/** Writers are paused; readers see the former records. Throws ConfigurationError if labels or parents do not allow the new form. */
async function rewriteRecords(run: Run, change: FormChange, after: Configuration): Promise<void> {
  const { connection: transaction, onProgress } = run;
  const { entity, form } = change;
  // The new labels must not be compared with the former ones.
  if (movesUniqueLabel(change) && change.former.uniqueLabel) await clearLabels(transaction, entity.id);
  const total = await countRecords(transaction, entity.id);
  const derive = form.derivedAnew ? (data: JsonObject) => deriveColumns(entity, data, after.entities) : null;
  let done = 0;
  for (let last = FIRST_ID; ; ) {
    const batch = await rewriteAfter(transaction, { entityId: entity.id, form, derive }, last).catch((error) => {
      throw sqlState(error) === UNIQUE_VIOLATION ? new ConfigurationError([repeatedValue(change, error)]) : error;
    });
    if (batch === null) break;
    last = batch.last;
    done += batch.count;
    onProgress({ step: "records", entity: entity.key, total, done });
  }
  const issues = await refuseRewritten(transaction, change, after);
  if (issues.length > 0) throw new ConfigurationError(issues);
  for (const plan of toPartitionPlans(after, [entity])) await createMissing(transaction, plan);
}

async function putIntoForce(run: Run, change: Switch, rewritten: readonly FormChange[]): Promise<Applied> {
  const { connection: transaction, organizationKey } = run;
  const { start, plan: former } = change;
  await lockOrganization(transaction, organizationKey);
  const plan = await planBesideOthers(run, start, former.held);
  if (!isDeepStrictEqual(formsOf(plan), formsOf(former))) throw new PlanStale();
  await requireMembersFresh(transaction, plan);
  const others = former.entityChanges.filter((each) => !changesForm(each));
  const gone = plan.former.entities.filter(({ key }) => plan.after.entities.every((entity) => entity.key !== key));
  const goneIds = gone.flatMap(({ key }) => plan.current.entityIds.get(key) ?? []);
  await lockPartitions(transaction, [...goneIds, ...idsOf(others)]);
  await requireFresh(run, change, others);
  for (const { entity, form } of rewritten) {
    // A row scope may have used what is removed, and the field may come back later without its values.
    if (isNoticed(form)) await noteEveryRecord(transaction, entity.id);
  }
  await renameWhatIsStored(transaction, plan);
  await pauseEntities(transaction, organizationKey, []);
  return noteVersion(run, plan);
}

function idsOf(changes: readonly EntityChange[]): string[] {
  return changes.map(({ entity }) => entity.id);
}

async function lockPartitions(transaction: Connection, ids: string[]): Promise<void> {
  for (const id of ids.toSorted()) await lockPartition(transaction, id);
}

function formsOf({ fieldsAddedLater, entityChanges }: ApplyPlan) {
  return [fieldsAddedLater, entityChanges.filter(changesForm).map(({ entity, form }) => [entity.key, form])];
}

async function requireFresh({ connection }: Run, { plan, since }: Begun, changes: EntityChange[]): Promise<void> {
  await requireStillEmpty(connection, plan, since);
  for (const each of changes) {
    if ((await findRefusedChanges(connection, each, since)).length > 0) throw new PlanStale();
  }
}

/** True if something was removed or renamed, which callers can notice. */
function isNoticed({ removed, renamed, options }: FormChange["form"]): boolean {
  return [removed, Object.keys(renamed), Object.keys(options)].some((part) => part.length > 0);
}

async function renameWhatIsStored(transaction: Connection, { renames, current }: ApplyPlan): Promise<void> {
  if (renames.size === 0) return;
  const { organizationId } = current;
  const named = { organizationId, entityKeys: [...renames.keys()] };
  // Each once: a field can get the name of one that was removed, and that a webhook still names.
  await renameWebhookFields(transaction, named, (entityKey, fields) => {
    return [...new Set(fields.map((field) => newKey(field, renamesOf(entityKey, renames))))];
  });
  await renameLimits(transaction, organizationId, (limits) => renameInLimits(limits, renames));
}

/** Writes members, document and audit event. */
export async function noteVersion({ connection: transaction, actor }: Run, plan: ApplyPlan): Promise<Applied> {
  const { current, after, isNewDocument, fieldsAddedLater, changes, kept } = plan;
  const { organizationId } = current;
  const version = current.version + (isNewDocument ? 1 : 0);
  for (const member of plan.members) await upsertMember(transaction, organizationId, member);
  if (isNewDocument) {
    const document = after as unknown as JsonValue;
    const { name } = after.organization;
    const configuration = { organizationId, version, document, fieldsAddedLater, name, appliedBy: actor };
    await insertConfiguration(transaction, configuration);
  }
  if (changes.length > 0) {
    const details = { changes: changes.map(formatChange) };
    const subject = `version ${version}`;
    await write(auditEventSql({ organizationId, actor, action: "configuration.apply", subject, details }), {
      on: transaction,
    });
  }
  return { organizationId, version, changes, kept };
}
