/** Permissions and members change at once, also while another apply takes long. */
import type { Connection } from "../../../postgres/connection";
import { impatientTransaction } from "../../../postgres/transaction";
import { findCurrentConfiguration, lockOrganization } from "../../../store/configuration";
import { compileConfiguration } from "../../compile";
import type { OrganizationDocument, StoredDocument } from "../../schema";
import type { Change } from "../plan/diff";
import type { Mode } from "../plan/members";
import { areMembersOvertaken, changesNothing, isRunning, planApply, type RunningPlan } from "../plan/plan";
import { noteVersion } from "../switch";
import { changesPermissionsAlone, needsIndexes } from "./in-document";
import { findStanding, type Standing } from "./later-changes";

export type Applied = { organizationId: string; version: number; changes: Change[]; kept: Change[] };

type Applying = {
  connection: Connection;
  organizationKey: string;
  file: OrganizationDocument;
  mode: Mode;
  actor: string;
};

/**
 * `applied` is null if nothing was put into force. `unchanged` is the plan if the file is what is in force. `standing` is read in
 * the same transaction: whatever differs from it later was changed by others.
 */
type Early = {
  applied: Applied | null;
  needsIndexes: boolean;
  unchanged: RunningPlan | null;
  standing: Standing | null;
};

/** Applies a file that changes only permissions or members, beside any other apply, because revoking must not wait. */
export async function applyPermissions(applying: Applying, when: "at once" | "after its indexes"): Promise<Early> {
  const { connection, organizationKey } = applying;
  return impatientTransaction(connection, async () => {
    await lockOrganization(connection, organizationKey);
    const outcome = await applyLocked(applying, when);
    return { ...outcome, standing: await findStanding(applying) };
  });
}

async function applyLocked(
  applying: Applying,
  when: "at once" | "after its indexes",
): Promise<Omit<Early, "standing">> {
  const { connection, file, mode, actor, organizationKey } = applying;
  const current = await findCurrentConfiguration(connection, organizationKey);
  const plan = await planApply(connection, current, file, mode);
  const nothing = { applied: null, needsIndexes: false, unchanged: null };
  if (!isRunning(plan)) return nothing;
  if (changesNothing(plan)) return { ...nothing, unchanged: plan };
  if (!changesPermissionsAlone(plan)) return nothing;
  const { organizationId, entityIds, fieldsAddedLater } = plan.current;
  const compile = (document: StoredDocument) =>
    compileConfiguration({ organizationId, version: 0, document, entityIds });
  const isIncomplete = needsIndexes(compile(plan.before), compile(plan.after));
  if (isIncomplete && when === "after its indexes") return { ...nothing, needsIndexes: true };
  if (await areMembersOvertaken(connection, plan, file, mode)) return applyLocked(applying, when);
  const version = await noteVersion(connection, { plan, organizationId, fieldsAddedLater, actor });
  const { changes, kept } = plan;
  return { ...nothing, applied: { organizationId, version, changes, kept }, needsIndexes: isIncomplete };
}
