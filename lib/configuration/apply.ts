/**
 * Puts an organisation file into force: one transaction, all or nothing. Applying what is in force already changes
 * nothing, and two at once for one organisation take turns.
 */
import { isDeepStrictEqual } from "node:util";
import type { JsonValue } from "../model";
import type { Connection } from "../postgres/connection";
import { write } from "../postgres/query";
import { longTransaction } from "../postgres/transaction";
import { auditEventSql } from "../store/audit";
import {
  findCurrentConfiguration,
  insertConfiguration,
  insertOrganization,
  lockOrganization,
} from "../store/configuration";
import { upsertMember } from "../store/people/members";
import { lockPartition } from "../store/records/partitions";
import { type Change, formatChange } from "./change/diff";
import { changeEntities } from "./change/entities";
import type { Mode } from "./change/members";
import { type ApplyPlan, planApply, touchedEntities } from "./change/plan";
import { sweepLateRecords } from "./change/sweep";
import type { OrganizationDocument, StoredDocument } from "./schema";

export type Applied = { organizationId: string; version: number; changes: Change[]; kept: Change[] };

/** `file` has passed `parseDocument`. Throws ConfigurationError for changes that stored data cannot follow. */
export async function applyConfiguration(
  file: OrganizationDocument,
  { mode, actor }: { mode: Mode; actor: string },
): Promise<Applied> {
  const { plan, ...applied } = await longTransaction(async (transaction) => {
    await lockOrganization(transaction, file.organization.key);
    const current = await findCurrentConfiguration(transaction, file.organization.key);
    if (current !== null) await lockTouched(transaction, current, file);
    const plan = await planApply(transaction, current, file, mode);
    return { plan, ...(await carryOut(transaction, plan, actor)) };
  });
  await sweepLateRecords(plan, applied.version);
  return applied;
}

type Current = NonNullable<ApplyPlan["current"]>;

/** From here on, what is counted of these entities' records stays true. */
async function lockTouched(transaction: Connection, current: Current, file: OrganizationDocument): Promise<void> {
  const keys = touchedEntities(current.document as unknown as StoredDocument, file);
  const ids = keys.map((key) => current.entityIds.get(key)).filter((id) => id !== undefined);
  for (const id of ids.sort()) await lockPartition(transaction, id);
}

async function carryOut(transaction: Connection, plan: ApplyPlan, actor: string): Promise<Applied> {
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
    await write(auditEventSql({ organizationId, actor, action: "configuration.apply", subject, details }), {
      on: transaction,
    });
  }
  return { organizationId, version, changes: plan.changes, kept: plan.kept };
}
