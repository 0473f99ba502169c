/** Permissions and members change at once, also while another apply takes long, and that apply does not undo it. */
import { isDeepStrictEqual } from "node:util";
import type { Connection } from "../../../postgres/connection";
import { impatientTransaction } from "../../../postgres/transaction";
import { findCurrentConfiguration, lockOrganization } from "../../../store/configuration";
import { listMemberSettings, type MemberSettings } from "../../../store/people/members";
import { compileConfiguration } from "../../compile";
import type { MemberDocument, OrganizationDocument, StoredDocument } from "../../schema";
import type { Change } from "../plan/diff";
import { type Mode, toDocument, withRolesOf } from "../plan/members";
import { changesNothing, isRunning, planApply, type RunningPlan } from "../plan/plan";
import { findRenames, renameIn } from "../plan/renames";
import { noteVersion } from "../switch";
import {
  changesPermissionsAlone,
  findChangedPermissions,
  needsIndexes,
  subjectsOf,
  withPermissions,
} from "./in-document";

export type Applied = { organizationId: string; version: number; changes: Change[]; kept: Change[] };

type Where = { connection: Connection; organizationKey: string };
type Applying = Where & { file: OrganizationDocument; mode: Mode; actor: string };

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

/**
 * Puts a file into force that changes permissions or members alone, whatever else is being applied: what takes a permission away
 * must not wait. Records that are being rewritten are still read in both shapes. Does nothing if the file changes more, or
 * nothing.
 */
export async function applyPermissions(applying: Applying, when: "at once" | "after its indexes"): Promise<Early> {
  const { connection, organizationKey } = applying;
  return impatientTransaction(connection, async () => {
    await lockOrganization(connection, organizationKey);
    const outcome = await applyLocked(applying, when);
    return { ...outcome, standing: await findStanding(applying) };
  });
}

async function applyLocked(
  { connection, file, mode, actor, organizationKey }: Applying,
  when: "at once" | "after its indexes",
): Promise<Omit<Early, "standing">> {
  const current = await findCurrentConfiguration(connection, organizationKey);
  const plan = await planApply(connection, current, file, mode);
  const nothing = { applied: null, needsIndexes: false, unchanged: null };
  if (!isRunning(plan)) return nothing;
  if (changesNothing(plan)) return { ...nothing, unchanged: plan };
  if (!changesPermissionsAlone(plan)) return nothing;
  const { organizationId, entityIds, reshaping } = plan.current;
  const compile = (document: StoredDocument) =>
    compileConfiguration({ organizationId, version: 0, document, entityIds });
  const isIncomplete = needsIndexes(compile(plan.before), compile(plan.after));
  if (isIncomplete && when === "after its indexes") return { ...nothing, needsIndexes: true };
  const version = await noteVersion(connection, { plan, organizationId, reshaping, actor });
  const { changes, kept } = plan;
  return { ...nothing, applied: { organizationId, version, changes, kept }, needsIndexes: isIncomplete };
}

/** The document and the members in force. */
export type Standing = { document: StoredDocument; members: MemberSettings[] };

export async function findStanding({ connection, organizationKey }: Where): Promise<Standing | null> {
  const current = await findCurrentConfiguration(connection, organizationKey);
  if (current === null) return null;
  const document = current.document as unknown as StoredDocument;
  return { document, members: await listMemberSettings(connection, current.organizationId) };
}

type Later = { file: OrganizationDocument; kept: Change[] };

/**
 * The file with the permissions and members that were changed since its apply began: theirs is the later change. `kept` names
 * them.
 */
export async function withLaterChanges(
  where: Where,
  begun: OrganizationDocument,
  start: Standing | null,
): Promise<Later> {
  const now = start === null ? null : await findStanding(where);
  if (start === null || now === null) return { file: begun, kept: [] };
  // Others wrote with the former names, which the file may give up.
  const renames = findRenames(now.document, begun);
  const changed = findChangedPermissions(renameIn(start.document, renames), renameIn(now.document, renames));
  const file = withPermissions(begun, changed);
  const members = changedMembers(start, now, file);
  return {
    file: withMembers(file, members),
    kept: [...subjectsOf(changed), ...[...members.keys()].map((email) => `member ${email}`)].map((subject) => ({
      action: "keep",
      subject,
      note: "changed by others meanwhile",
    })),
  };
}

/** By address; null for a member who is gone. */
type ChangedMembers = ReadonlyMap<string, MemberSettings | null>;

function changedMembers(start: Standing, now: Standing, file: OrganizationDocument): ChangedMembers {
  const before = new Map(start.members.map((member) => [member.email, member]));
  const changed = now.members.filter((member) => !isDeepStrictEqual(member, before.get(member.email)));
  const left = new Set(now.members.map(({ email }) => email));
  const gone = start.members.filter(({ email }) => !left.has(email));
  return new Map<string, MemberSettings | null>([
    ...withRolesOf([file], changed).map((member) => [member.email, member] as const),
    ...gone.map(({ email }) => [email, null] as const),
  ]);
}

/** Members whom others added are named too, because an apply that prunes deactivates everyone else. */
function withMembers(file: OrganizationDocument, changed: ChangedMembers): OrganizationDocument {
  if (file.members === undefined) return file;
  const managedByDefault = file.organization.membersManagedBy ?? "file";
  const written = new Map(
    [...changed].map(([email, member]) => [
      email,
      member === null ? [] : [toDocument(member, managedByDefault) as MemberDocument],
    ]),
  );
  const named = new Set(file.members.map(({ email }) => email));
  return {
    ...file,
    members: [
      ...file.members.flatMap((member) => written.get(member.email) ?? [member]),
      ...[...written].flatMap(([email, member]) => (named.has(email) ? [] : member)),
    ],
  };
}
