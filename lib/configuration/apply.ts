/**
 * Puts an organization file into force while requests continue; a change of the stored form pauses the writers of that entity. Only
 * one apply to an organization runs at a time, but permissions and members can change meanwhile.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { Configuration } from "../model";
import { OtherWorkInTheWay } from "../postgres/brief-locks";
import type { Connection } from "../postgres/connection";
import { FOREIGN_KEY_VIOLATION, sqlState, UNIQUE_VIOLATION } from "../postgres/faults";
import { patientTransaction, withOwnConnection } from "../postgres/transaction";
import { parentEntityOf } from "../records/rules/derive";
import { findCurrentConfiguration, insertOrganization, pauseEntities, takeTurn } from "../store/configuration";
import { countRecords, findHorizon } from "../store/records/entity-data";
import { addForeignKeys, findUnlike, ValuesRepeated } from "../store/records/partition-structure";
import { UNCHECKED_READ_MS } from "../time/deadline";
import { type Applied, applyPermissions } from "./change/permissions/at-once";
import { requireFit } from "./change/permissions/fit";
import { findStandingAfterWait, type Standing, withLaterChanges } from "./change/permissions/later-changes";
import type { Mode } from "./change/plan/members";
import { type ApplyPlan, isRunning, planApply, type RunningPlan } from "./change/plan/plan";
import { findWork, type Work } from "./change/plan/work";
import type { OnProgress } from "./change/progress";
import { changesForm, type EntityChange, findEntityChanges } from "./change/records/entity-changes";
import { refuseDroppedGuard, refuseNewParent } from "./change/records/guards";
import { findRefusedChanges } from "./change/records/refuse";
import { noteVersion, PlanStale, type Switched, switchVersion } from "./change/switch";
import { addEntities, dropLeftovers, isBuilt } from "./change/tables/entities";
import { buildPartition, toPartitionPlans } from "./change/tables/partition";
import { compileConfiguration, toStoredConfiguration } from "./compile";
import { ConfigurationError } from "./issues";
import type { OrganizationDocument } from "./schema";

/** `confirm` is asked before writers are paused. If it throws, nothing is changed. */
type Options = { mode: Mode; actor: string; onProgress?: OnProgress; confirm?: (work: Work[]) => void };
type Run = Required<Options> & { connection: Connection; file: OrganizationDocument; organizationKey: string };

/** An attempt fails only if records or the configuration changed while it ran. */
const MAX_ATTEMPTS = 10;
const TURN_PAUSE_MS = 100;

/** `file` must come from `parseDocument`. Throws ConfigurationError for changes that stored data does not allow. */
export async function applyConfiguration(
  file: OrganizationDocument,
  { mode, actor, onProgress = () => {}, confirm = () => {} }: Options,
): Promise<Applied> {
  return withOwnConnection(async (connection) => {
    const run = { connection, file, mode, actor, onProgress, confirm, organizationKey: file.organization.key };
    const isFree = await takeTurn(connection, run.organizationKey);
    // A process that was stopped may have left entities paused.
    if (isFree) await pauseEntities(connection, run.organizationKey, []);
    const early = await applyPermissions(run, isFree ? "after its indexes" : "at once");
    if (early.applied !== null && !early.needsIndexes && !isFree) return early.applied;
    if (isFree && early.unchanged !== null && (await isBuilt(connection, early.unchanged.current))) {
      const { current, kept } = early.unchanged;
      return { organizationId: current.organizationId, version: current.version, changes: [], kept };
    }
    if (!isFree) onProgress({ step: "waiting" });
    while (!isFree && !(await takeTurn(connection, run.organizationKey))) await pause(TURN_PAUSE_MS);
    const hasWaited = !isFree && early.applied === null;
    const start = hasWaited ? await findStandingAfterWait(run, early.standing) : early.standing;
    const applied = await applyWhole(run, start);
    return { ...applied, changes: [...(early.applied?.changes ?? []), ...applied.changes] };
  });
}

async function applyWhole(run: Run, start: Standing | null): Promise<Applied> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    try {
      return await attemptToApply(run, start);
    } catch (error) {
      if (isStale(error)) continue;
      // Removes partial changes. What cannot be removed now is removed by the next apply.
      await tidy(run).catch(() => {});
      throw error;
    }
  }
  await tidy(run);
  throw new OtherWorkInTheWay(new Error("Records and configuration changed each time."));
}

/** Others wrote what the plan does not allow, between its checks and its end. The next checks name what it is. */
function isStale(error: unknown): boolean {
  const isViolation = [UNIQUE_VIOLATION, FOREIGN_KEY_VIOLATION].includes(sqlState(error));
  return error instanceof PlanStale || error instanceof ValuesRepeated || isViolation;
}

/** Throws the errors that `isStale` recognizes. */
async function attemptToApply(run: Run, start: Standing | null): Promise<Applied> {
  const { connection, file, mode, organizationKey } = run;
  // Read before the later changes: one that comes between the two makes the plan stale, instead of being undone by it.
  const before = await findCurrentConfiguration(connection, organizationKey);
  const later = await withLaterChanges(run, file, start);
  const since = await findHorizon(connection);
  const plan = await planApply(connection, before, later.file, mode);
  if (!isRunning(plan)) return createOrganization(run, plan);
  if (later.kept.length > 0) requireFit(plan.after, later.file.members);
  const switched = await change(run, plan, { start, since });
  // The version is in force. What cannot be done now is done by the next apply.
  await tidy(run).catch(() => {});
  return { organizationId: plan.current.organizationId, ...switched };
}

/** A new organization has no requests to wait for. */
async function createOrganization({ connection, organizationKey, actor }: Run, plan: ApplyPlan): Promise<Applied> {
  return patientTransaction(connection, async () => {
    const organizationId = await insertOrganization(connection, organizationKey, plan.after.organization.name);
    await addEntities(connection, organizationId, plan.after, new Map());
    const version = await noteVersion(connection, { plan, organizationId, fieldsAddedLater: {}, actor });
    return { organizationId, version, changes: plan.changes, kept: plan.kept };
  });
}

async function change(
  run: Run,
  plan: RunningPlan,
  { start, since }: { start: Standing | null; since: string },
): Promise<Switched> {
  const { connection, file, mode, actor, onProgress } = run;
  const { organizationId, entityIds: present } = plan.current;
  const changes = findEntityChanges(plan);
  await requireAllowed(connection, changes, present);
  const entityIds = await patientTransaction(connection, () =>
    addEntities(connection, organizationId, plan.after, present),
  );
  const after = compileConfiguration({ organizationId, version: 0, document: plan.after, entityIds });
  const work = (await findWork(connection, plan)).filter(({ rewritten }) => rewritten);
  if (work.length > 0) run.confirm(work);
  await buildStructure(run, after, changes);
  const pausedAt = work.length === 0 ? null : await pauseWriters(run, after, changes);
  if (pausedAt !== null) await pause(Math.max(0, pausedAt + UNCHECKED_READ_MS + MARGIN_MS - performance.now()));
  const isPaused = pausedAt !== null;
  const switched = { plan, file, start, mode, actor, since, changes, isPaused, after, onProgress };
  return switchVersion(connection, switched);
}

/** Throws ConfigurationError. */
async function requireAllowed(
  connection: Connection,
  changes: EntityChange[],
  present: ReadonlyMap<string, string>,
): Promise<void> {
  const refused = [];
  for (const each of changes) {
    refused.push(...(await findRefusedChanges(connection, each, null)));
    refused.push(...(await refuseNewParent(connection, each, present)));
    const dropped = refuseDroppedGuard(each);
    if (dropped.length > 0 && (await countRecords(connection, each.entity.id)) > 0) refused.push(...dropped);
  }
  if (refused.length > 0) throw new ConfigurationError(refused);
}

/** Timers are not exact. */
const MARGIN_MS = 100;

/**
 * From then on, writers of these entities are refused, and readers check afterwards that the form did not change. If labels are
 * unique, writers of the children are refused too: changing such a label locks the record against references. Returns when, as a
 * `performance.now()` time.
 */
async function pauseWriters(
  { connection, organizationKey }: Run,
  { entities }: Configuration,
  changes: EntityChange[],
): Promise<number> {
  const rewritten = changes.filter(changesForm);
  const locked = rewritten.filter(({ entity, form }) => entity.uniqueLabel && form.derivedAnew);
  const parents = new Set(locked.map(({ entity }) => entity.id));
  const children = [...entities.values()].filter((entity) => parents.has(parentEntityOf(entity, entities)?.id ?? ""));
  const ids = new Set([...rewritten.map(({ entity }) => entity.id), ...children.map(({ id }) => id)]);
  await pauseEntities(connection, organizationKey, [...ids]);
  return performance.now();
}

/**
 * Builds indexes and foreign keys before the version is in force. Those of rewritten records are built afterwards, except a foreign
 * key for parents where there were none.
 */
async function buildStructure(
  { connection, onProgress }: Run,
  configuration: Configuration,
  changes: EntityChange[],
): Promise<void> {
  const rewritten = new Map(changes.filter(changesForm).map(({ entity, former }) => [entity.key, former]));
  for (const plan of await findUnlike(connection, toPartitionPlans(configuration))) {
    const former = rewritten.get(plan.entity.key);
    if (former === undefined) await buildPartition(connection, plan, onProgress);
    else if (former.parentField === null) await addForeignKeys(connection, plan);
  }
}

/** Builds the indexes that later permissions need, drops what the version in force does not use, and ends the pause. */
async function tidy(run: Run): Promise<void> {
  const { connection, organizationKey } = run;
  await pauseEntities(connection, organizationKey, []);
  const current = await findCurrentConfiguration(connection, organizationKey);
  if (current === null) return;
  const configuration = compileConfiguration(toStoredConfiguration(current));
  await buildStructure(run, configuration, []);
  await dropLeftovers(connection, configuration, current.entityIds);
}
