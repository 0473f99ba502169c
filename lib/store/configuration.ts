/** Organizations, their configuration documents and the ids of their entities. Does not interpret the documents. */
import { newId } from "../crypto/random-bytes";
import type { JsonValue } from "../model";
import type { Connection } from "../postgres/connection";
import { read, readOne, write } from "../postgres/query";
import { type Sql, sql } from "../query/sql";

export type ConfigurationRow = {
  organizationId: string;
  version: number;
  document: JsonValue;
  /** Keyed by entity key. Entities without such fields are left out. */
  fieldsAddedLater: Readonly<Record<string, readonly string[]>>;
  /** Entity key → the id in its records. */
  entityIds: ReadonlyMap<string, string>;
};

/** True if this connection may apply configurations to the organization, until it closes; false while another one does. */
export async function takeTurn(connection: Connection, organizationKey: string): Promise<boolean> {
  const { taken } = await readOne<{ taken: boolean }>(
    sql`SELECT pg_try_advisory_lock(hashtextextended(${`applying:${organizationKey}`}, 0)) AS taken`,
    { on: connection },
  );
  return taken;
}

/** False once a process that was stopped has left the entities paused. */
export async function isApplying(organizationKey: string): Promise<boolean> {
  const { free } = await readOne<{ free: boolean }>(
    sql`SELECT pg_try_advisory_xact_lock_shared(hashtextextended(${`applying:${organizationKey}`}, 0)) AS free`,
  );
  return !free;
}

/** Requests see it from their next admission on. */
export async function pauseEntities(connection: Connection, organizationKey: string, ids: string[]): Promise<void> {
  const paused = ids.length === 0 ? null : ids;
  await write(
    sql`UPDATE organizations SET paused_entities = ${paused}::uuid[]
         WHERE key = ${organizationKey} AND paused_entities IS DISTINCT FROM ${paused}::uuid[]`,
    { on: connection },
  );
}

/** A transaction that creates a version holds this lock. */
export function configurationLock(organizationKey: string): string {
  return `configuration:${organizationKey}`;
}

/** Prevents other transactions from creating a version for the organization until this one ends. */
export async function lockOrganization(transaction: Connection, organizationKey: string): Promise<void> {
  await read(sql`SELECT pg_advisory_xact_lock(hashtextextended(${configurationLock(organizationKey)}, 0))`, {
    on: transaction,
  });
}

/** null for an unknown organization. */
export async function findCurrentConfiguration(
  transaction: Connection,
  organizationKey: string,
): Promise<ConfigurationRow | null> {
  return findOne(sql`o.key = ${organizationKey} AND c.version = o.configuration_version`, transaction);
}

/** null if there is no such version. */
export async function findConfiguration(organizationId: string, version: number): Promise<ConfigurationRow | null> {
  return findOne(sql`o.id = ${organizationId}::uuid AND c.version = ${version}`);
}

async function findOne(condition: Sql, on?: Connection): Promise<ConfigurationRow | null> {
  const [row] = await read<FoundConfiguration>(
    sql`
    SELECT o.id AS "organizationId", c.version, c.document, c.reshaping AS lacking,
           (SELECT coalesce(jsonb_object_agg(e.key, e.id), '{}') FROM entities e WHERE e.organization_id = o.id) AS "entityIds"
      FROM organizations o
      JOIN configurations c ON c.organization_id = o.id
     WHERE ${condition}`,
    on && { on },
  );
  if (row === undefined) return null;
  const { lacking, entityIds, ...others } = row;
  return { ...others, fieldsAddedLater: toFieldsAddedLater(lacking), entityIds: new Map(Object.entries(entityIds)) };
}

type FoundConfiguration = Pick<ConfigurationRow, "organizationId" | "version" | "document"> & {
  lacking: Lacking | null;
  entityIds: Record<string, string>;
};

/** Stored in a form that the previous version of the service reads. */
type Lacking = Record<string, { added: string[] }>;

function toFieldsAddedLater(lacking: Lacking | null): ConfigurationRow["fieldsAddedLater"] {
  return Object.fromEntries(Object.entries(lacking ?? {}).map(([key, { added }]) => [key, added]));
}

function toLacking(fieldsAddedLater: ConfigurationRow["fieldsAddedLater"]): JsonValue {
  const entries = Object.entries(fieldsAddedLater).map(([key, added]) => [
    key,
    { added: [...added], removed: [], renamed: {}, options: {}, stays: true },
  ]);
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

/** The documents of that version and all later ones, in their order. */
export async function listDocumentsFrom(
  connection: Connection,
  organizationKey: string,
  version: number,
): Promise<JsonValue[]> {
  const rows = await read<{ document: JsonValue }>(
    sql`
    SELECT c.document FROM configurations c JOIN organizations o ON o.id = c.organization_id
     WHERE o.key = ${organizationKey} AND c.version >= ${version}::int ORDER BY c.version`,
    { on: connection },
  );
  return rows.map(({ document }) => document);
}

export type OrganizationRow = { id: string; key: string; name: string; configurationVersion: number };

export async function findOrganization(organizationKey: string): Promise<OrganizationRow | null> {
  const [organization] = await read<OrganizationRow>(sql`
    SELECT id, key, name, configuration_version AS "configurationVersion" FROM organizations WHERE key = ${organizationKey}`);
  return organization ?? null;
}

/** The versions in force of the organizations whose tokens were used last. */
export async function listBusyVersions(tokens: number): Promise<{ organizationId: string; version: number }[]> {
  return read(sql`
    SELECT DISTINCT o.id AS "organizationId", o.configuration_version AS version
      FROM (SELECT token_id FROM token_uses ORDER BY last_used DESC LIMIT ${tokens}) used
      JOIN tokens t ON t.id = used.token_id JOIN organizations o ON o.id = t.organization_id`);
}

export async function findCurrentVersion(organizationId: string): Promise<number | null> {
  const [organization] = await read<{ version: number }>(
    sql`SELECT configuration_version AS version FROM organizations WHERE id = ${organizationId}::uuid`,
  );
  return organization?.version ?? null;
}

export async function insertOrganization(transaction: Connection, key: string, name: string): Promise<string> {
  const id = newId();
  await write(sql`INSERT INTO organizations (id, key, name) VALUES (${id}::uuid, ${key}, ${name})`, {
    on: transaction,
  });
  return id;
}

type NewConfiguration = Omit<ConfigurationRow, "entityIds"> & { name: string; appliedBy: string };

/** Takes effect from the next request. */
export async function insertConfiguration(transaction: Connection, configuration: NewConfiguration): Promise<void> {
  const { organizationId, version, document, fieldsAddedLater, name, appliedBy } = configuration;
  const lacking = toLacking(fieldsAddedLater);
  await write(
    sql`
    INSERT INTO configurations (organization_id, version, document, reshaping, applied_by)
    VALUES (${organizationId}::uuid, ${version}, ${JSON.stringify(document)}::jsonb,
      ${lacking === null ? null : JSON.stringify(lacking)}::jsonb, ${appliedBy})`,
    { on: transaction },
  );
  await write(
    sql`
    UPDATE organizations SET configuration_version = ${version}, name = ${name} WHERE id = ${organizationId}::uuid`,
    { on: transaction },
  );
}

export async function insertEntity(transaction: Connection, organizationId: string, key: string): Promise<string> {
  const id = newId();
  await write(
    sql`INSERT INTO entities (id, organization_id, key) VALUES (${id}::uuid, ${organizationId}::uuid, ${key})`,
    { on: transaction },
  );
  return id;
}

export async function deleteEntity(transaction: Connection, entityId: string): Promise<void> {
  await write(sql`DELETE FROM entities WHERE id = ${entityId}::uuid`, { on: transaction });
}
