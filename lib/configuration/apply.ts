/**
 * Puts an organisation file into force while requests continue. The slow work happens outside the switch of versions: indexes
 * are built before it, and many records are rewritten after it. Applying the file in force changes nothing. If an apply is
 * interrupted, the next one continues it. Only one apply to an organisation runs at a time, but permissions and members change at
 * once beside it.
 */
import { setTimeout as pause } from "node:timers/promises";
import { OtherWorkInTheWay } from "../postgres/brief-locks";
import type { Connection } from "../postgres/connection";
import { FOREIGN_KEY_VIOLATION, sqlState, UNIQUE_VIOLATION } from "../postgres/faults";
import { impatientTransaction, patientTransaction, withOwnConnection } from "../postgres/transaction";
import { isPending } from "../query/columns";
import { findCurrentConfiguration, insertOrganization, takeTurn } from "../store/configuration";
import { countRecords, findHorizon } from "../store/records/entity-data";
import { findUnlike, ValuesRepeated } from "../store/records/partition-structure";
import { type Applied, applyPermissions } from "./change/permissions/at-once";
import { requireFit } from "./change/permissions/fit";
import { findStandingAfterWait, type Standing, withLaterChanges } from "./change/permissions/later-changes";
import type { Mode } from "./change/plan/members";
import { type ApplyPlan, isRunning, planApply, type RunningPlan } from "./change/plan/plan";
import type { OnProgress } from "./change/progress";
import { type EntityChange, findEntityChanges, reshapingsAfter } from "./change/records/entity-changes";
import { refuseNewParent } from "./change/records/guards";
import { type Prepared, prepareNextGuards } from "./change/records/next-guards";
import { fillParents } from "./change/records/parents";
import { findRefusedChanges } from "./change/records/refuse";
import { getsParents, hasOtherParent, nextGuards, type Reshapings, selectReshapings } from "./change/records/reshape";
import { besideOthers, finishRewriting, REWRITTEN_AT_ONCE } from "./change/records/rewrite";
import { noteVersion, type Switch, type Switched, switchVersion } from "./change/switch";
import { addEntities, dropLeftovers, isBuilt } from "./change/tables/entities";
import { buildPartition, toPartitionPlans } from "./change/tables/partition";
import { compileConfiguration, toStoredConfiguration } from "./compile";
import { ConfigurationError } from "./issues";
import type { OrganizationDocument } from "./schema";

type Options = { mode: Mode; actor: string; onProgress?: OnProgress };
type Run = Required<Options> & { connection: Connection; file: OrganizationDocument; organizationKey: string };

/** An attempt fails only if records or the configuration changed while it ran. */
const MAX_ATTEMPTS = 10;
const TURN_PAUSE_MS = 100;

/** `file` must come from `parseDocument`. Throws ConfigurationError for changes that stored data does not allow. */
export async function applyConfiguration(
  file: OrganizationDocument,
  { mode, actor, onProgress = () => {} }: Options,
): Promise<Applied> {
  return withOwnConnection(async (connection) => {
    const run = { connection, file, mode, actor, onProgress, organizationKey: file.organization.key };
    const isFree = await takeTurn(connection, run.organizationKey);
    const isQuick = isFree && !(await isRewriting(run));
    const early = await applyPermissions(run, isQuick ? "after its indexes" : "at once");
    if (early.applied !== null && !early.needsIndexes && !isFree) return early.applied;
    if (isQuick && early.unchanged !== null && (await isBuilt(connection, early.unchanged.current))) {
      const { current, kept } = early.unchanged;
      return { organizationId: current.organizationId, version: current.version, changes: [], kept };
    }
    if (!isFree) await waitForTurn(run);
    const hasWaited = !isFree && early.applied === null;
    const start = hasWaited ? await findStandingAfterWait(run, early.standing) : early.standing;
    const applied = await applyWhole(run, start);
    return { ...applied, changes: [...(early.applied?.changes ?? []), ...applied.changes] };
  });
}

async function isRewriting({ connection, organizationKey }: Run): Promise<boolean> {
  const current = await findCurrentConfiguration(connection, organizationKey);
  if (current === null) return false;
  const { reshaping } = toStoredConfiguration(current);
  return Object.keys(selectReshapings(reshaping, "pending")).length > 0;
}

async function waitForTurn({ connection, organizationKey, onProgress }: Run): Promise<void> {
  onProgress({ step: "waiting" });
  while (!(await takeTurn(connection, organizationKey))) await pause(TURN_PAUSE_MS);
}

async function applyWhole(run: Run, start: Standing | null): Promise<Applied> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const applied = await attemptToApply(run, start).catch(async (error) => {
      // Removes partial changes. What cannot be removed now is removed by the next apply.
      await tidy(run).catch(() => {});
      throw error;
    });
    if (applied !== "stale") return applied;
  }
  throw new OtherWorkInTheWay(new Error("Records and configuration changed each time."));
}

async function attemptToApply(run: Run, start: Standing | null): Promise<Applied | "stale"> {
  const { connection, file, mode, organizationKey } = run;
  await finishRewriting(run);
  // Read before the later changes: one that comes between the two makes the plan stale, instead of being undone by it.
  const before = await findCurrentConfiguration(connection, organizationKey);
  const later = await withLaterChanges(run, file, start);
  const since = await findHorizon(connection);
  const plan = await planApply(connection, before, later.file, mode);
  if (!isRunning(plan)) return createOrganization(run, plan);
  if (later.kept.length > 0) requireFit(plan.after, later.file.members);
  const { current, changes } = plan;
  const outcome = await change(run, plan, { start, since });
  if (outcome === "stale") return outcome;
  const version = (await finishRewriting(run)) ?? outcome.version;
  const kept = [...plan.kept, ...outcome.kept];
  await tidy(run);
  return { organizationId: current.organizationId, version, changes, kept };
}

/** A new organisation has no requests to wait for. */
async function createOrganization({ connection, organizationKey, actor }: Run, plan: ApplyPlan): Promise<Applied> {
  return patientTransaction(connection, async () => {
    const organizationId = await insertOrganization(connection, organizationKey, plan.after.organization.name);
    await addEntities(connection, organizationId, plan.after, new Map());
    const version = await noteVersion(connection, { plan, organizationId, reshaping: null, actor });
    return { organizationId, version, changes: plan.changes, kept: plan.kept };
  });
}

/** Returns "stale" if the plan became stale and the attempt has to be repeated. */
async function change(
  run: Run,
  plan: RunningPlan,
  { start, since }: { start: Standing | null; since: string },
): Promise<Switched | "stale"> {
  const { connection, file, mode, actor } = run;
  const { organizationId, entityIds: present } = plan.current;
  const changes = findEntityChanges(plan);
  const refused = [];
  for (const each of changes) {
    refused.push(...(await findRefusedChanges(connection, each, null)));
    if (getsParents(each.former, each.entity) || hasOtherParent(each.former, each.entity))
      refused.push(...(await refuseNewParent(connection, each, present)));
  }
  if (refused.length > 0) throw new ConfigurationError(refused);

  const reshapings = await findReshapings(connection, plan, changes);
  const entityIds = await patientTransaction(connection, () =>
    addEntities(connection, organizationId, plan.after, present),
  );
  const compile = (reshaping: Reshapings) =>
    compileConfiguration({ organizationId, version: 0, document: plan.after, entityIds, reshaping });
  try {
    const [after, mixed] = [compile({}), compile(reshapings)];
    await buildStructure(run, mixed, changes);
    const newParents = await fillNewParents(run, changes, after);
    const prepared = await prepareGuards(run, changes, mixed);
    const change = { plan, file, start, mode, actor, since, changes, reshapings, newParents, prepared, after, mixed };
    return (await impatientTransaction(connection, () => switchVersion(connection, change))) ?? "stale";
  } catch (error) {
    // Between the check and the index, equal values were written or a parent was deleted. The next check names them.
    if (error instanceof ValuesRepeated || STALE.has(sqlState(error))) return "stale";
    throw error;
  }
}

/** Errors that concurrent writers can cause. */
const STALE = new Set([UNIQUE_VIOLATION, FOREIGN_KEY_VIOLATION]);

async function fillNewParents({ connection, onProgress }: Run, changes: EntityChange[], after: Switch["after"]) {
  const newParents: Switch["newParents"] = [];
  for (const change of changes.filter(({ former, entity }) => getsParents(former, entity))) {
    const beside = await besideOthers(connection, change.entity, onProgress);
    newParents.push({ change, since: await fillParents(connection, change, after, beside) });
  }
  return newParents;
}

async function prepareGuards({ connection, onProgress }: Run, changes: EntityChange[], mixed: Switch["mixed"]) {
  const prepared: Prepared[] = [];
  for (const change of changes.filter(({ entity }) => hasNextGuards(mixed, entity.key))) {
    prepared.push(await prepareNextGuards(connection, change, mixed, onProgress));
  }
  return prepared;
}

function hasNextGuards({ entities }: Switch["mixed"], key: string): boolean {
  return (entities.get(key)?.reshaping?.next ?? []).length > 0;
}

/** How records are read from the switch on. If few are to be rewritten in total, they are within the switch, and none is pending. */
async function findReshapings(connection: Connection, plan: RunningPlan, changes: EntityChange[]): Promise<Reshapings> {
  const reshapings = reshapingsAfter(plan, changes);
  let total = 0;
  for (const { entity, reshaping } of changes) {
    if (isPending(reshaping)) total += await countRecords(connection, entity.id);
  }
  return total > REWRITTEN_AT_ONCE ? reshapings : selectReshapings(reshapings, "lasting");
}

/**
 * Builds the indexes and foreign keys of the new version before it is in force, except those that wait for records to be
 * rewritten.
 */
async function buildStructure(
  { connection, onProgress }: Run,
  configuration: Switch["after"],
  changes: EntityChange[],
): Promise<void> {
  const plans = toPartitionPlans(configuration).filter(({ entity }) => !hasNextGuards(configuration, entity.key));
  for (const plan of await findUnlike(connection, plans)) {
    const own = changes.find((each) => each.entity.key === plan.entity.key);
    const waiting = own === undefined ? [] : nextGuards(own.former, own.entity);
    await buildPartition(connection, plan, onProgress, waiting);
  }
}

/** Drops what the version in force does not need. */
async function tidy({ connection, organizationKey }: Run): Promise<void> {
  const current = await findCurrentConfiguration(connection, organizationKey);
  if (current === null) return;
  await dropLeftovers(connection, compileConfiguration(toStoredConfiguration(current)), current.entityIds);
}
