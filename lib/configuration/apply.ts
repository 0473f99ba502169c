/**
 * Puts an organization file into force while requests continue; a change of the stored form pauses the writers of that entity. Only
 * one apply to an organization runs at a time, but permissions and members can change meanwhile.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { Configuration } from "../model";
import { impatientTransaction, patientTransaction, withOwnConnection } from "../postgres/administration";
import { OtherWorkInTheWay } from "../postgres/brief-locks";
import { FOREIGN_KEY_VIOLATION, sqlState, UNIQUE_VIOLATION } from "../postgres/faults";
import { parentEntityOf } from "../records/rules/derive";
import { insertOrganization, lockOrganization, pauseEntities, takeTurn } from "../store/configuration";
import { findHorizon } from "../store/records/entity-data";
import type { PartitionPlan } from "../store/records/partition-plan";
import {
  addForeignKeys,
  buildMissing,
  dropUnwanted,
  findUnlike,
  ValuesRepeated,
} from "../store/records/partition-structure";
import { UNCHECKED_READ_MS } from "../time/deadline";
import { changesForm, type EntityChange } from "./change/entity-changes";
import {
  changesPermissionsAlone,
  findStartAfterWait,
  planBesideOthers,
  type Run,
  type Start,
} from "./change/meanwhile";
import { type ApplyPlan, findInForce, PlanStale, requireMembersFresh } from "./change/plan";
import { findRefused } from "./change/refuse";
import { type Applied, type Begun, noteVersion, switchVersion } from "./change/switch";
import { addEntities, countNewIndexes, dropEntities, toPartitionPlans } from "./change/tables";
import { findWork } from "./change/work";
import { compileConfiguration } from "./compile";
import { ConfigurationError } from "./issues";
import type { OrganizationDocument } from "./schema";

type Options = Pick<Run, "mode" | "actor"> & Partial<Pick<Run, "onProgress" | "confirm">>;

const TURN_PAUSE_MS = 100;

/** `file` must come from `parseDocument`. Throws ConfigurationError for changes that stored data does not allow. */
export async function applyConfiguration(
  file: OrganizationDocument,
  { mode, actor, onProgress = () => {}, confirm = () => {} }: Options,
): Promise<Applied> {
  return withOwnConnection(async (connection) => {
    const organizationKey = file.organization.key;
    const run = { connection, file, mode, actor, onProgress, confirm, organizationKey };
    if (await takeTurn(connection, organizationKey)) {
      // A process that was stopped may have left entities paused.
      await pauseEntities(connection, organizationKey, []);
      return applyInTurn(run, null);
    }
    const begun = await repeatedly(() => begin(run, null, "at once"));
    if (begun.applied !== null && !begun.needsIndexes) return begun.applied;
    onProgress({ step: "waiting" });
    while (!(await takeTurn(connection, organizationKey))) await pause(TURN_PAUSE_MS);
    if (begun.applied === null) return applyInTurn(run, await findStartAfterWait(run, begun.start));
    await tidy(run, "all");
    // The apply that it waited for may have put a later version into force.
    const inForce = await findInForce(connection, organizationKey);
    return { ...begun.applied, version: inForce?.version ?? begun.applied.version };
  });
}

async function applyInTurn(run: Run, start: Start | null): Promise<Applied> {
  let since = start;
  const attempt = async () => {
    const begun = await begin(run, since, "after its indexes");
    since = begun.start;
    return finish(run, begun);
  };
  return repeatedly(attempt).catch(async (error) => {
    // A change that failed does not wait for indexes. The next apply removes what cannot be removed now.
    await tidy(run, "leftovers").catch(() => {});
    throw error;
  });
}

/** An attempt fails only if records or the configuration changed while it ran. */
const MAX_ATTEMPTS = 10;

async function repeatedly<T>(attempt: () => Promise<T>): Promise<T> {
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isStale(error)) throw error;
    }
  }
  throw new OtherWorkInTheWay(new Error("Records and configuration changed each time."));
}

/** Others wrote what the plan does not allow, between its checks and its end. The next checks name what it is. */
function isStale(error: unknown): boolean {
  const isViolation = [UNIQUE_VIOLATION, FOREIGN_KEY_VIOLATION].includes(sqlState(error));
  return error instanceof PlanStale || error instanceof ValuesRepeated || isViolation;
}

type Early = Begun & { applied: Applied | null; needsIndexes: boolean };

/**
 * Plans a file, and applies it if it changes only permissions or members: beside any other apply, because revoking must not wait.
 * `start` is read in the same transaction: whatever differs from it later was changed by others.
 */
async function begin(run: Run, start: Start | null, when: "at once" | "after its indexes"): Promise<Early> {
  const { connection, organizationKey } = run;
  return impatientTransaction(connection, async () => {
    await lockOrganization(connection, organizationKey);
    const since = await findHorizon(connection);
    const plan = await planBesideOthers(run, start);
    const isAlone = changesPermissionsAlone(plan);
    const isIncomplete = isAlone && [...countNewIndexes(plan).values()].some((count) => count > 0);
    let applied: Applied | null = null;
    if (isAlone && (when === "at once" || !isIncomplete)) {
      await requireMembersFresh(connection, plan);
      applied = await noteVersion(run, plan);
    }
    const begunWith = start ?? (await findInForce(connection, organizationKey));
    return { plan, since, applied, needsIndexes: isIncomplete, start: begunWith };
  });
}

/** Throws the errors that `isStale` recognizes. */
async function finish(run: Run, early: Early): Promise<Applied> {
  const { plan } = early;
  const { organizationId, version } = plan.current;
  if (version === 0) return createOrganization(run, plan);
  if (plan.changes.length === 0 && !plan.isNewDocument) {
    // An interrupted apply may have left something to build or to drop.
    await tidy(run, "all");
    return { organizationId, version, changes: [], kept: plan.kept };
  }
  const applied = early.applied ?? (await change(run, early));
  // The version is in force. What cannot be done now is done by the next apply.
  await tidy(run, "all").catch(() => {});
  return applied;
}

async function change(run: Run, begun: Begun): Promise<Applied> {
  const { connection, organizationKey } = run;
  const { plan } = begun;
  const refused = await findRefused(connection, plan);
  if (refused.length > 0) throw new ConfigurationError(refused);
  const after = await patientTransaction(connection, () => addEntities(connection, plan));
  const work = (await findWork(connection, plan)).filter(({ rewritten }) => rewritten);
  if (work.length > 0) run.confirm(work);
  await buildStructure(run, plan.entityChanges, after);
  if (work.length > 0) {
    await pauseEntities(connection, organizationKey, pausedBy(plan.entityChanges, after));
    await pause(UNCHECKED_READ_MS + MARGIN_MS);
  }
  return switchVersion(run, { ...begun, isPaused: work.length > 0, after });
}

/** Timers are not exact. */
const MARGIN_MS = 100;

/** A new organization has no requests to wait for. */
async function createOrganization(run: Run, plan: ApplyPlan): Promise<Applied> {
  const { connection, organizationKey } = run;
  return patientTransaction(connection, async () => {
    const organizationId = await insertOrganization(connection, organizationKey, plan.after.organization.name);
    const begun = { ...plan, current: { ...plan.current, organizationId } };
    await addEntities(connection, begun);
    return noteVersion(run, begun);
  });
}

/**
 * The entities whose writers are refused, and whose readers check afterwards that the form did not change. If labels are unique,
 * writers of the children are refused too: changing such a label locks the record against references.
 */
function pausedBy(changes: EntityChange[], { entities }: Configuration): string[] {
  const rewritten = changes.filter(changesForm);
  const locked = rewritten.filter(({ entity, form }) => entity.uniqueLabel && form.derivedAnew);
  const parents = new Set(locked.map(({ entity }) => entity.id));
  const children = [...entities.values()].filter((entity) => parents.has(parentEntityOf(entity, entities)?.id ?? ""));
  return [...new Set([...rewritten.map(({ entity }) => entity.id), ...children.map(({ id }) => id)])];
}

/**
 * Builds indexes and foreign keys before the version is in force. Those of rewritten records are built afterwards, except a foreign
 * key for parents where there were none.
 */
async function buildStructure(run: Run, changes: EntityChange[], after: Configuration): Promise<void> {
  const { connection } = run;
  const rewritten = new Map(changes.filter(changesForm).map(({ entity, former }) => [entity.key, former]));
  for (const plan of await findUnlike(connection, toPartitionPlans(after))) {
    const former = rewritten.get(plan.entity.key);
    if (former === undefined) await buildPartition(run, plan);
    else if (former.parentField === null) await addForeignKeys(connection, plan);
  }
}

/** Builds the missing indexes and foreign keys while requests continue. */
async function buildPartition({ connection, onProgress }: Run, plan: PartitionPlan): Promise<void> {
  const entity = plan.entity.key;
  await buildMissing(connection, plan, (done, total) => onProgress({ step: "indexes", entity, done, total }));
  await addForeignKeys(connection, plan);
}

/** Ends the pause, drops what the version in force no longer uses, and builds what it lacks, unless only leftovers are to go. */
async function tidy(run: Run, what: "all" | "leftovers"): Promise<void> {
  const { connection, organizationKey } = run;
  await pauseEntities(connection, organizationKey, []);
  const current = await findInForce(connection, organizationKey);
  if (current === null) return;
  const configuration = compileConfiguration(current);
  for (const plan of await findUnlike(connection, toPartitionPlans(configuration))) {
    if (what === "all") await buildPartition(run, plan);
    await dropUnwanted(connection, plan);
  }
  const gone = [...current.entityIds].flatMap(([key, id]) => (configuration.entities.has(key) ? [] : [id]));
  // If something blocks this, the next apply drops them.
  if (gone.length > 0) await impatientTransaction(connection, () => dropEntities(connection, gone)).catch(() => {});
}
