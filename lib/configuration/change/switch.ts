/**
 * Switches to a new version in one short transaction, during which the entities that change have no other writers. The slow work
 * is done before or after it.
 */
import { isDeepStrictEqual } from "node:util";
import type { Configuration, JsonValue } from "../../model";
import type { Connection } from "../../postgres/connection";
import { write } from "../../postgres/query";
import { changesValues, isPending } from "../../query/columns";
import { auditEventSql } from "../../store/audit";
import { findCurrentConfiguration, insertConfiguration, lockOrganization } from "../../store/configuration";
import { upsertMember } from "../../store/people/members";
import { noteEveryRecord } from "../../store/records/noted-change";
import { lockPartition } from "../../store/records/partitions";
import { keepReached } from "../../store/records/rewrite";
import { renameLimits } from "../../store/tokens/renamed-limits";
import { renameWebhookFields } from "../../store/webhooks/renamed-fields";
import { ConfigurationError } from "../issues";
import type { OrganizationDocument } from "../schema";
import { type Standing, withLaterChanges } from "./permissions/later-changes";
import { type Change, formatChange } from "./plan/diff";
import type { Mode } from "./plan/members";
import { type ApplyPlan, areMembersOvertaken, isOvertaken, type RunningPlan } from "./plan/plan";
import { renamedLimits } from "./plan/renamed-limits";
import { renamedFields } from "./plan/renamed-webhooks";
import type { EntityChange } from "./records/entity-changes";
import { dropGuards, putGuardsBack } from "./records/guards";
import { catchUpNextGuards, type Prepared } from "./records/next-guards";
import { catchUpParents } from "./records/parents";
import { findRefusedChanges } from "./records/refuse";
import { hasOtherGuards, type Reshapings, toStoredReshaping } from "./records/reshape";
import { rewriteRecords } from "./records/rewrite";

export type Switch = {
  plan: RunningPlan;
  file: OrganizationDocument;
  /** What was in force when its apply began. */
  start: Standing | null;
  mode: Mode;
  actor: string;
  /** The horizon from before anything was counted. */
  since: string;
  changes: EntityChange[];
  /** How records are read from the switch on. Pending ones are rewritten after it. */
  reshapings: Reshapings;
  /** The entities that get parents, with the horizon from which records have to be processed again. */
  newParents: { change: EntityChange; since: string }[];
  /** The entities with many records whose guards move to another field. */
  prepared: Prepared[];
  /** The configuration once all records are rewritten. */
  after: Configuration;
  /** The configuration until then. */
  mixed: Configuration;
};

/** `version` is the one in force from then on, `kept` what others changed while the apply ran. */
export type Switched = { version: number; kept: Change[] };

/** Returns null if other writes made the plan stale, so that no version is written. Throws ConfigurationError. */
export async function switchVersion(transaction: Connection, change: Switch): Promise<Switched | null> {
  const { plan, since, changes, reshapings } = change;
  const organizationKey = plan.after.organization.key;
  await lockOrganization(transaction, organizationKey);
  const latest = await findCurrentConfiguration(transaction, organizationKey);
  if (latest?.version !== plan.current.version) return null;
  // Members have no versions, so what others changed of them since the plan was made is looked for again.
  const { file, kept } = await withLaterChanges(
    { connection: transaction, organizationKey },
    change.file,
    change.start,
  );
  if (await areMembersOvertaken(transaction, plan, file, change.mode)) return null;
  const whole = withGuardsToDrop(change);
  for (const id of idsToLock(change)) await lockPartition(transaction, id, whole.has(id) ? "readers too" : "writers");
  if (await isOvertaken(transaction, plan, change)) return null;
  for (const each of changes) if ((await findRefusedChanges(transaction, each, since)).length > 0) return null;
  for (const { change: each, since } of change.newParents) {
    if (!(await catchUpParents(transaction, each, change.after, since))) return null;
  }
  for (const each of change.prepared) if (!(await catchUpNextGuards(transaction, each, change.mixed))) return null;
  await rewriteAtOnce(transaction, change);
  for (const { entity, reshaping } of changes) {
    // A row scope may have used what is removed, and the field may come back later without its values.
    if (reshaping !== null && changesValues(reshaping)) await noteEveryRecord(transaction, entity.id);
  }
  await renameWhatIsStored(transaction, plan);
  for (const each of changes) {
    if (!isPending(reshapings[each.entity.key])) continue;
    await dropGuards(transaction, each);
    await keepReached(transaction, each.entity.id, null);
  }
  const reshaping = toStoredReshaping(reshapings);
  const version = await noteVersion(transaction, { ...change, organizationId: plan.current.organizationId, reshaping });
  return { version, kept };
}

async function renameWhatIsStored(transaction: Connection, { renames, current }: RunningPlan): Promise<void> {
  if (renames.size === 0) return;
  const { organizationId } = current;
  const named = { organizationId, entityKeys: [...renames.keys()] };
  await renameWebhookFields(transaction, named, (entityKey, fields) => renamedFields(entityKey, fields, renames));
  await renameLimits(transaction, organizationId, (limits) => renamedLimits(limits, renames));
}

/** The ids of entities that change or are removed. */
function idsToLock({ plan, changes }: Switch): string[] {
  const gone = plan.former.entities.filter(({ key }) => plan.after.entities.every((entity) => entity.key !== key));
  const ids = gone.flatMap(({ key }) => plan.current.entityIds.get(key) ?? []);
  return [...ids, ...changes.map(({ entity }) => entity.id)].sort();
}

/**
 * The entities whose guards are dropped. Their readers wait too, from the beginning, so that no work is lost if the lock is not
 * available.
 */
function withGuardsToDrop({ changes, reshapings }: Switch): Set<string> {
  const dropping = changes.filter(
    ({ former, entity }) => isPending(reshapings[entity.key]) && hasOtherGuards(former, entity),
  );
  return new Set(dropping.map(({ entity }) => entity.id));
}

async function rewriteAtOnce(transaction: Connection, { changes, reshapings, after }: Switch): Promise<void> {
  const impossible = [];
  for (const change of changes) {
    const { former, entity, reshaping } = change;
    if (reshaping === null || Object.hasOwn(reshapings, entity.key)) continue;
    await dropGuards(transaction, change);
    await rewriteRecords(transaction, { entity, reshaping }, after);
    if (hasOtherGuards(former, entity)) impossible.push(...(await putGuardsBack(transaction, change, after)));
  }
  if (impossible.length > 0) throw new ConfigurationError(impossible);
}

type Version = { plan: ApplyPlan; organizationId: string; reshaping: JsonValue; actor: string };

/** Writes members, document and audit event. Returns the version then in force. */
export async function noteVersion(
  transaction: Connection,
  { plan, organizationId, reshaping, actor }: Version,
): Promise<number> {
  const isNewDocument = !isDeepStrictEqual(plan.before, plan.after);
  const version = (plan.current?.version ?? 0) + (isNewDocument ? 1 : 0);
  for (const member of plan.members) await upsertMember(transaction, organizationId, member);
  if (isNewDocument) {
    const document = plan.after as unknown as JsonValue;
    const { name } = plan.after.organization;
    await insertConfiguration(transaction, { organizationId, version, document, reshaping, name, appliedBy: actor });
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
