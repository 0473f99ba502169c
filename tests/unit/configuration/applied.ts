/** The example organization in force on the test file's database, and ways to change its file and apply it again. */
import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import { applyConfiguration } from "@/lib/configuration/apply";
import type { Mode } from "@/lib/configuration/change/members";
import type { FieldDocument } from "@/lib/configuration/field-schema";
import { loadCurrentConfiguration } from "@/lib/configuration/load";
import { parseDocument } from "@/lib/configuration/parse";
import type { StoredDocument } from "@/lib/configuration/schema";
import { findStoredRecords, type StoredRecord } from "@/lib/store/records/stored";
import { entityId, query } from "./database";
import { type ExampleFile, exampleFile } from "./example";

export const newKey = () => `org${randomBytes(5).toString("hex")}`;
export const apply = (file: unknown, mode: Mode = "keep data") =>
  applyConfiguration(parseDocument(file), { mode, actor: "test" });

/** The example in force, under a key of its own. */
export async function applied(change: (file: ExampleFile) => void = () => {}) {
  const file = exampleFile(newKey());
  change(file);
  const { organizationId } = await apply(file);
  const { key } = file.organization;
  return { file, key, organizationId, id: (entity: string) => entityId(key, entity) };
}

export const refusal = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "applied",
    (error: Error) => error.message,
  );

export async function versionOf(key: string): Promise<number | undefined> {
  const rows = await query<{ v: number }>("SELECT configuration_version AS v FROM organizations WHERE key = $1", [key]);
  return rows[0]?.v;
}

/** Records as requests read them. */
export async function readRecords(organizationId: string, entityKey: string, ids: string[]): Promise<StoredRecord[]> {
  const found = (await loadCurrentConfiguration(organizationId)).entities.get(entityKey);
  if (found === undefined) throw new Error(`the organization has no ${entityKey}`);
  return findStoredRecords(found, ids, []);
}

export function field(file: ExampleFile, entity: string, key: string): FieldDocument {
  const found = file.entities.find((item) => item.key === entity)?.fields.find((item) => item.key === key);
  if (found === undefined) throw new Error(`the example has no ${entity}.${key}`);
  return found;
}

export function entity(file: ExampleFile, key: string) {
  const found = file.entities.find((item) => item.key === key);
  if (found === undefined) throw new Error(`the example has no ${key}`);
  return found;
}

export function without(file: ExampleFile, entityKey: string, fieldKey: string): void {
  const from = entity(file, entityKey);
  from.fields = from.fields.filter((item) => item.key !== fieldKey);
}

/** Takes an entity out of the file, with what the roles grant on it. */
export function withoutEntity(file: ExampleFile, key: string): void {
  file.entities = file.entities.filter((item) => item.key !== key);
  for (const role of file.roles) role.grants = role.grants.filter((grant) => grant.entity !== key);
}

/** The document in force. */
export async function documentOf(key: string): Promise<StoredDocument> {
  const [row] = await query<{ document: StoredDocument }>(
    `SELECT c.document FROM organizations o
       JOIN configurations c ON c.organization_id = o.id AND c.version = o.configuration_version WHERE o.key = $1`,
    [key],
  );
  return row?.document ?? expect.unreachable("no organization");
}
