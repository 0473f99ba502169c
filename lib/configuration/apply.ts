/**
 * Puts an organisation file into force: one transaction, all or nothing. Applying what is in force already changes
 * nothing, and two at once for one organisation take turns.
 */
import { isDeepStrictEqual } from "node:util";
import type { Configuration, Entity, JsonValue } from "../model";
import { auditEventSql } from "../store/audit";
import {
  deleteEntity,
  findCurrentConfiguration,
  insertConfiguration,
  insertEntity,
  insertOrganization,
  lockOrganization,
} from "../store/configuration";
import { reshapeRecords } from "../store/entity-data";
import { inLongTransaction, type Transaction } from "../store/long-transaction";
import { upsertMember } from "../store/members";
import {
  attachPartition,
  createMissing,
  createPartition,
  dropPartitions,
  dropUnwanted,
  lockPartition,
  type PartitionPlan,
} from "../store/partitions";
import { compileConfiguration } from "./compile";
import { type Change, formatChange } from "./diff";
import { ConfigurationError } from "./issues";
import { type ApplyPlan, type Mode, planApply, touchedEntities } from "./plan";
import { findRefusedChanges } from "./refuse";
import { changedKeys, reshapeEntity } from "./reshape";
import type { OrganizationDocument, StoredDocument } from "./schema";

export type Applied = { organizationId: string; version: number; changes: Change[]; kept: Change[] };

/** `file` has passed `parseDocument`. Throws ConfigurationError for changes that stored data cannot follow. */
export async function applyConfiguration(
  file: OrganizationDocument,
  { mode, actor }: { mode: Mode; actor: string },
): Promise<Applied> {
  const { plan, ...applied } = await inLongTransaction(async (transaction) => {
    await lockOrganization(transaction, file.organization.key);
    const current = await findCurrentConfiguration(transaction, file.organization.key);
    if (current !== null) await lockTouched(transaction, current, file);
    const plan = await planApply(transaction, current, file, mode);
    return { plan, ...(await carryOut(transaction, plan, actor)) };
  });
  await sweepLateRecords(plan);
  return applied;
}

/**
 * A create that was admitted under the former configuration may have waited for the change, and then written a record of
 * the former shape. Such creates are ahead of us in the queue for the lock: once we hold it, all of them are there.
 */
async function sweepLateRecords({ current, before, after }: ApplyPlan): Promise<void> {
  if (current === null || before === null) return;
  const { organizationId, entityIds } = current;
  const compile = (document: StoredDocument) =>
    compileConfiguration({ organizationId, version: 0, document, entityIds });
  const [former, present] = [compile(before), compile(after)];
  for (const entity of present.entities.values()) {
    const keys = changedKeys(former.entities.get(entity.key) ?? entity, entity);
    if (keys.added.length + keys.removed.length === 0) continue;
    await inLongTransaction(async (transaction) => {
      await lockPartition(transaction, entity.id);
      await reshapeRecords(transaction, entity.id, keys);
    });
  }
}

type Current = NonNullable<ApplyPlan["current"]>;

/** From here on, what is counted of these entities' records stays true. */
async function lockTouched(transaction: Transaction, current: Current, file: OrganizationDocument): Promise<void> {
  const keys = touchedEntities(current.document as unknown as StoredDocument, file);
  const ids = keys.map((key) => current.entityIds.get(key)).filter((id) => id !== undefined);
  for (const id of ids.sort()) await lockPartition(transaction, id);
}

async function carryOut(transaction: Transaction, plan: ApplyPlan, actor: string): Promise<Applied> {
  const { organization } = plan.after;
  const organizationId =
    plan.current?.organizationId ?? (await insertOrganization(transaction, organization.key, organization.name));
  const isNewDocument = !isDeepStrictEqual(plan.before, plan.after);
  const version = (plan.current?.version ?? 0) + (isNewDocument ? 1 : 0);

  await changeEntities(transaction, organizationId, plan);
  for (const member of plan.members) await upsertMember(transaction, organizationId, member);
  if (isNewDocument) {
    const document = plan.after as unknown as JsonValue;
    await insertConfiguration(transaction, {
      organizationId,
      version,
      document,
      name: organization.name,
      appliedBy: actor,
    });
  }
  if (plan.changes.length > 0) {
    const details = { changes: plan.changes.map(formatChange) };
    const subject = `version ${version}`;
    await transaction.execute(
      auditEventSql({ organizationId, actor, action: "configuration.apply", subject, details }),
    );
  }
  return { organizationId, version, changes: plan.changes, kept: plan.kept };
}

/** The order matters: tables before the foreign keys between them, and what holds up other people last. */
async function changeEntities(transaction: Transaction, organizationId: string, plan: ApplyPlan): Promise<void> {
  const entityIds = new Map(plan.current?.entityIds);
  const added = plan.after.entities.filter((entity) => !entityIds.has(entity.key));
  for (const { key } of added) {
    const id = await insertEntity(transaction, organizationId, key);
    await createPartition(transaction, id);
    entityIds.set(key, id);
  }
  const compile = (document: StoredDocument) =>
    compileConfiguration({ organizationId, version: 0, document, entityIds });
  const after = compile(plan.after);
  const plans = [...after.entities.values()].map((entity) => toPartitionPlan(entity, after));

  for (const partition of plans) await dropUnwanted(transaction, partition);
  if (plan.before !== null) await changeRecords(transaction, compile(plan.before), after);
  for (const partition of plans) await createMissing(transaction, partition);
  for (const { key } of added) await attachPartition(transaction, after.entities.get(key)?.id ?? "");
  await removeEntities(transaction, plan, after);
}

async function changeRecords(transaction: Transaction, before: Configuration, after: Configuration): Promise<void> {
  const pairs = [...after.entities.values()].flatMap((entity, index) => {
    const former = before.entities.get(entity.key);
    return former === undefined || isDeepStrictEqual(former, entity)
      ? []
      : [{ former, entity, path: ["entities", index] }];
  });
  const refused = [];
  for (const { former, entity, path } of pairs) {
    refused.push(...(await findRefusedChanges(transaction, former, entity, path)));
  }
  if (refused.length > 0) throw new ConfigurationError(refused);
  const impossible = [];
  for (const { former, entity, path } of pairs) {
    impossible.push(...(await reshapeEntity(transaction, former, entity, after, path)));
  }
  if (impossible.length > 0) throw new ConfigurationError(impossible);
}

async function removeEntities(transaction: Transaction, plan: ApplyPlan, after: Configuration): Promise<void> {
  const ids = [...(plan.current?.entityIds ?? [])].flatMap(([key, id]) => (after.entities.has(key) ? [] : [id]));
  for (const id of ids) await deleteEntity(transaction, id);
  await dropPartitions(transaction, ids);
}

function toPartitionPlan(entity: Entity, configuration: Configuration): PartitionPlan {
  const parentField = entity.parentField === null ? undefined : entity.fields.get(entity.parentField);
  const parent = parentField === undefined ? undefined : configuration.entities.get(parentField.reference ?? "");
  return { entity, parentEntityId: parent?.id ?? null };
}
