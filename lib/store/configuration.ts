/** Organisations, their configuration documents and the ids of their entities. Does not interpret the documents. */
import { v7 as uuidv7 } from "uuid";
import { Prisma } from "../../generated/prisma/client";
import type { JsonValue } from "../model";
import type { Connection } from "../postgres/connection";
import { postgres } from "../postgres/postgres";
import { read, readOne, write } from "../postgres/query";

const { sql } = Prisma;

export type ConfigurationRow = {
  organizationId: string;
  version: number;
  document: JsonValue;
  /** How records are read that are stored in a former shape, by entity key; null if there are none. */
  reshaping: JsonValue;
  /** How long it has been in force, in milliseconds. */
  age: number;
  entityIds: Map<string, string>;
};

/**
 * Returns whether this connection can apply configurations to the organisation, until it is closed. false while another
 * connection does so.
 */
export async function takeTurn(connection: Connection, organizationKey: string): Promise<boolean> {
  const { taken } = await readOne<{ taken: boolean }>(
    sql`SELECT pg_try_advisory_lock(hashtextextended(${`applying:${organizationKey}`}, 0)) AS taken`,
    { on: connection },
  );
  return taken;
}

/** The name of the lock that a transaction holds which creates a version. */
export function configurationLock(organizationKey: string): string {
  return `configuration:${organizationKey}`;
}

/** Until the end of the transaction, no other transaction can create a version for the organisation. */
export async function lockOrganization(transaction: Connection, organizationKey: string): Promise<void> {
  await read(sql`SELECT pg_advisory_xact_lock(hashtextextended(${configurationLock(organizationKey)}, 0))`, {
    on: transaction,
  });
}

/** null for an unknown organisation. */
export async function findCurrentConfiguration(
  transaction: Connection,
  organizationKey: string,
): Promise<ConfigurationRow | null> {
  const [row] = await read<Omit<ConfigurationRow, "entityIds"> & { entityIds: Record<string, string> }>(
    sql`
    SELECT o.id AS "organizationId", c.version, c.document, c.reshaping,
           (extract(epoch FROM clock_timestamp() - c.created) * 1000)::float8 AS age,
           (SELECT coalesce(jsonb_object_agg(e.key, e.id), '{}') FROM entities e WHERE e.organization_id = o.id) AS "entityIds"
      FROM organizations o
      JOIN configurations c ON c.organization_id = o.id AND c.version = o.configuration_version
     WHERE o.key = ${organizationKey}`,
    { on: transaction },
  );
  return row === undefined ? null : { ...row, entityIds: new Map(Object.entries(row.entityIds)) };
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

/** null if there is no such version. */
export async function findConfiguration(organizationId: string, version: number): Promise<ConfigurationRow | null> {
  const [row, entities] = await Promise.all([
    postgres().prisma.configuration.findUnique({ where: { organizationId_version: { organizationId, version } } }),
    postgres().prisma.entity.findMany({ where: { organizationId }, select: { id: true, key: true } }),
  ]);
  if (row === null) return null;
  const entityIds = new Map(entities.map((entity) => [entity.key, entity.id]));
  return {
    organizationId,
    version,
    document: row.document as JsonValue,
    reshaping: row.reshaping as JsonValue,
    age: Date.now() - row.created.getTime(),
    entityIds,
  };
}

export type OrganizationRow = { id: string; key: string; name: string; configurationVersion: number };

export async function findOrganization(organizationKey: string): Promise<OrganizationRow | null> {
  return postgres().prisma.organization.findUnique({
    where: { key: organizationKey },
    select: { id: true, key: true, name: true, configurationVersion: true },
  });
}

/** The versions in force of the organisations whose tokens were used last. */
export async function listBusyVersions(tokens: number): Promise<{ organizationId: string; version: number }[]> {
  return read(sql`
    SELECT DISTINCT o.id AS "organizationId", o.configuration_version AS version
      FROM (SELECT token_id FROM token_uses ORDER BY last_used DESC LIMIT ${tokens}) used
      JOIN tokens t ON t.id = used.token_id JOIN organizations o ON o.id = t.organization_id`);
}

export async function findCurrentVersion(organizationId: string): Promise<number | null> {
  const organization = await postgres().prisma.organization.findUnique({
    where: { id: organizationId },
    select: { configurationVersion: true },
  });
  return organization?.configurationVersion ?? null;
}

export async function insertOrganization(transaction: Connection, key: string, name: string): Promise<string> {
  const id = uuidv7();
  await write(sql`INSERT INTO organizations (id, key, name) VALUES (${id}::uuid, ${key}, ${name})`, {
    on: transaction,
  });
  return id;
}

type NewConfiguration = Omit<ConfigurationRow, "entityIds" | "age"> & { name: string; appliedBy: string };

/** Takes effect from the next request. */
export async function insertConfiguration(transaction: Connection, configuration: NewConfiguration): Promise<void> {
  const { organizationId, version, document, reshaping, name, appliedBy } = configuration;
  await write(
    sql`
    INSERT INTO configurations (organization_id, version, document, reshaping, applied_by)
    VALUES (${organizationId}::uuid, ${version}, ${JSON.stringify(document)}::jsonb,
      ${reshaping === null ? null : JSON.stringify(reshaping)}::jsonb, ${appliedBy})`,
    { on: transaction },
  );
  await write(
    sql`
    UPDATE organizations SET configuration_version = ${version}, name = ${name} WHERE id = ${organizationId}::uuid`,
    { on: transaction },
  );
}

export async function insertEntity(transaction: Connection, organizationId: string, key: string): Promise<string> {
  const id = uuidv7();
  await write(
    sql`INSERT INTO entities (id, organization_id, key) VALUES (${id}::uuid, ${organizationId}::uuid, ${key})`,
    { on: transaction },
  );
  return id;
}

export async function deleteEntity(transaction: Connection, entityId: string): Promise<void> {
  await write(sql`DELETE FROM entities WHERE id = ${entityId}::uuid`, { on: transaction });
}
