/**
 * Reads of records. Callers give resolved plans only; envelopes come back as the JSON text that goes to the socket.
 */
import { Prisma } from "../../generated/prisma/client";
import type { JsonObject } from "../model";
import { type Row, STORED } from "../query/columns";
import { filterSql } from "../query/filter-sql";
import { longPageSql, type PagePlan, shortPageSql } from "../query/page";
import type { PlannedFilter } from "../query/plan";
import type { Position } from "../query/position";
import { envelopeSql, type Projection } from "../query/projection";
import { isSettled } from "../query/settled";
import { recordLane } from "./lane";
import { partition } from "./partitions";
import { type Database, type Planning, read, readWhileWanted } from "./statement";

export { listPlaces } from "./client";
export { StatementTimeout } from "./statement";

const { sql, join } = Prisma;

export type Page = {
  /** Record envelopes as JSON text with commas between them, in pieces where there are many. */
  pieces: string[];
  count: number;
  /** Where the next page begins; null on the last one. */
  next: Position | null;
};

/**
 * `isShort`: whether the page is thought to be short, which costs less; it is whole in any case. Rejects with the reason of
 * `signal` once nobody waits any more, and with `StatementTimeout`.
 */
export async function listRecords(
  plan: PagePlan,
  projection: Projection,
  isShort: boolean,
  signal: AbortSignal,
): Promise<Page> {
  const relation = partition(plan.entityId);
  const item = envelopeSql(projection, STORED);
  if (isShort) {
    const [row] = await readWhileWanted(shortPageSql(plan, relation, item), planningOf(plan), signal);
    const [text, count, bound, isWhole] = row as [string | null, number, string | null, boolean | null];
    if (isWhole !== false) return { pieces: text === null ? [] : [text], count, next: positionOf(bound) };
  }
  const statement = longPageSql(plan, relation, item);
  const rows = (await readWhileWanted(statement, planningOf(plan), signal)) as [string, number, string | null][];
  return {
    pieces: rows.map(([text]) => text),
    count: rows.reduce((sum, [, count]) => sum + count, 0),
    next: positionOf(rows.at(-1)?.[2] ?? null),
  };
}

function positionOf(bound: string | null): Position | null {
  return bound === null ? null : (JSON.parse(bound) as Position);
}

function planningOf(plan: PagePlan): Planning {
  return isSettled(plan) ? "settled" : "parsed";
}

export type FoundRecord = { envelope: string; version: string };

export async function findRecord(
  entityId: string,
  id: string,
  scope: PlannedFilter,
  projection: Projection,
): Promise<FoundRecord | null> {
  const [row] = await read(
    sql`
    SELECT ${envelopeSql(projection, STORED)}, r.version
    FROM ${partition(entityId)} r
    WHERE r.entity_id = ${entityId}::uuid AND r.id = ${id}::uuid AND ${filterSql(scope, STORED)}`,
    recordLane,
    "prepared",
  );
  return row === undefined ? null : { envelope: row[0] as string, version: row[1] as string };
}

export type StoredRecord = {
  data: JsonObject;
  version: string;
  /** One answer for each scope asked about, in the order of asking. */
  inside: boolean[];
};

/** A record whole, for a write that is about to be decided, with the scopes it lies in. */
export async function findStoredRecord(
  entityId: string,
  id: string,
  scopes: PlannedFilter[],
  database: Database = recordLane,
): Promise<StoredRecord | null> {
  const inside = scopes.map((scope) => sql`${filterSql(scope, STORED)} IS TRUE`);
  const [row] = await read(
    sql`
    SELECT r.data, r.version, ${join(inside)}
    FROM ${partition(entityId)} r
    WHERE r.entity_id = ${entityId}::uuid AND r.id = ${id}::uuid`,
    database,
    "prepared",
  );
  if (row === undefined) return null;
  const [data, version, ...answers] = row;
  return { data: data as JsonObject, version: version as string, inside: answers as boolean[] };
}

/** A record that is not stored yet. */
export type Candidate = { data: JsonObject; createdBy: string | null; id: string };

/** Whether a candidate would lie in each of the scopes. */
export async function testCandidate(
  candidate: Candidate,
  scopes: PlannedFilter[],
  database?: Database,
): Promise<boolean[]> {
  const answers = scopes.map((scope) => sql`${filterSql(scope, CANDIDATE)} IS TRUE`);
  const [row = []] = await read(
    sql`
    SELECT ${join(answers)}
    FROM (SELECT ${candidate.id}::uuid AS id, ${JSON.stringify(candidate.data)}::jsonb AS data, ${candidate.createdBy}::uuid AS created_by) n`,
    database,
    "prepared",
  );
  return row as boolean[];
}

/** The moment of a write. Cut, not rounded, to the stored precision: no record may be dated after it was written. */
export const NOW = sql`date_trunc('milliseconds', now())`;

/** Columns of a row `n` that is about to be written. */
export const CANDIDATE: Row = {
  id: sql`n.id`,
  created: NOW,
  updated: NOW,
  createdBy: sql`n.created_by`,
  data: sql`n.data`,
};

/** A record that another is about to point to, and within which scope it must lie. */
export type Reference = { entityId: string; id: string; scope: PlannedFilter };

/** Which of the pointed-to records exist within the scope given with each. */
export async function findVisible(references: Reference[], database: Database = recordLane): Promise<boolean[]> {
  const answers = references.map(
    ({ entityId, id, scope }) => sql`EXISTS (
      SELECT 1 FROM ${partition(entityId)} r WHERE r.entity_id = ${entityId}::uuid AND r.id = ${id}::uuid AND ${filterSql(scope, STORED)})`,
  );
  const [row = []] = await read(sql`SELECT ${join(answers)}`, database, "prepared");
  return row as boolean[];
}
