/** Keeps what others change while an apply takes long, instead of undoing it with the file. */
import { isDeepStrictEqual } from "node:util";
import type { Connection } from "../../../postgres/connection";
import { findCurrentConfiguration, listDocumentsFrom } from "../../../store/configuration";
import { listMemberSettings, type MemberSettings } from "../../../store/people/members";
import type { MemberDocument, OrganizationDocument, StoredDocument } from "../../schema";
import type { Change } from "../plan/diff";
import { toDocument, withRolesOf } from "../plan/members";
import { findRenames, renameIn } from "../plan/renames";
import {
  differInPermissionsAlone,
  findChangedPermissions,
  partsNamedIn,
  subjectsOf,
  withPermissions,
} from "./in-document";
import { findTaken, type TakenMembers, withoutTaken } from "./taken-members";

type Where = { connection: Connection; organizationKey: string };

/** The document and the members in force. `taken` is what members lost before, while an apply waited. */
export type Standing = { version: number; document: StoredDocument; members: MemberSettings[]; taken?: TakenMembers };

export async function findStanding({ connection, organizationKey }: Where): Promise<Standing | null> {
  const current = await findCurrentConfiguration(connection, organizationKey);
  if (current === null) return null;
  const document = current.document as unknown as StoredDocument;
  const { version, organizationId } = current;
  return { version, document, members: await listMemberSettings(connection, organizationId) };
}

/**
 * For an apply that waited for another: what the other one changed counts as the start, because the waiting file is the later one.
 * Permissions that were changed at once meanwhile do not count, nor does what members lost.
 */
export async function findStandingAfterWait(where: Where, start: Standing | null): Promise<Standing | null> {
  const now = await findStanding(where);
  if (start === null || now === null) return now;
  const found = await listDocumentsFrom(where.connection, where.organizationKey, start.version);
  const documents = found as unknown as StoredDocument[];
  const atOnce = documents.flatMap((after, index) => {
    const before = documents[index - 1];
    return before !== undefined && differInPermissionsAlone(before, after)
      ? [findChangedPermissions(before, after)]
      : [];
  });
  const former = findChangedPermissions(now.document, start.document);
  const document = withPermissions(now.document, partsNamedIn(former, atOnce));
  return { ...now, document, taken: findTaken(start.members, now.members) };
}

type Later = { file: OrganizationDocument; kept: Change[] };

/** Adds the permissions and members that others changed since the apply began: theirs is the later change. `kept` names them. */
export async function withLaterChanges(
  where: Where,
  begun: OrganizationDocument,
  start: Standing | null,
): Promise<Later> {
  const now = start === null ? null : await findStanding(where);
  if (start === null || now === null) return { file: begun, kept: [] };
  const limited = withoutTaken(begun, start.taken ?? new Map());
  // Others wrote with the former names, which the file may give up.
  const renames = findRenames(now.document, begun);
  const changed = findChangedPermissions(renameIn(start.document, renames), renameIn(now.document, renames));
  const file = withPermissions(limited.file, changed);
  const members = changedMembers(start, now, file);
  const emails = new Set([...limited.emails, ...members.keys()]);
  return {
    file: withMembers(file, members),
    kept: [...subjectsOf(changed), ...[...emails].map((email) => `member ${email}`)].map((subject) => ({
      action: "keep",
      subject,
      note: "changed by others meanwhile",
    })),
  };
}

/** Keyed by address; null for a member who is gone. */
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
