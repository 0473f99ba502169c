/** A record as a write left it, kept to be shown later, by the rights that hold then. */
import { Prisma } from "../../generated/prisma/client";
import type { JsonObject } from "../model";
import type { Connection } from "../postgres/connection";
import { type Row, STORED } from "../query/columns";
import { filterSql } from "../query/filter-sql";
import type { PlannedFilter } from "../query/plan";
import { envelopeIfVisibleSql } from "../query/projection";
import { partition, readPartition } from "./partitions";
import type { WriteContext } from "./record-writes";

const { sql } = Prisma;

/** Moments are text in PostgreSQL's own form; `head` is the text that its envelope begins with. */
export type RecordSnapshot = {
  id: string;
  version: string;
  head: string;
  created: string;
  updated: string;
  createdBy: string | null;
  data: JsonObject;
};

/** Of a record that is there: the transaction has written it. */
export async function takeSnapshot(entityId: string, id: string, transaction: Connection): Promise<RecordSnapshot> {
  const [row] = await readPartition<{ snapshot: RecordSnapshot }>(
    sql`
    SELECT jsonb_build_object('id', r.id, 'version', r.version, 'head', r.head, 'created', r.created,
      'updated', r.updated, 'createdBy', r.created_by, 'data', r.data) AS snapshot
    FROM ${partition(entityId)} r
    WHERE r.entity_id = ${entityId}::uuid AND r.id = ${id}::uuid`,
    { plan: "generic", on: transaction },
  );
  if (row === undefined) throw new Error("The record was written and is not there.");
  return row.snapshot;
}

/** Within what the caller can list and read of the snapshot and, while the record is there, of the record as it is. */
export async function showSnapshot(
  { entityId, visible, projection }: Pick<WriteContext, "entityId" | "visible" | "projection">,
  snapshot: RecordSnapshot,
  transaction: Connection,
): Promise<{ envelope: string; visible: boolean }> {
  const inBoth = (scope: PlannedFilter) =>
    sql`(${filterSql(scope, KEPT)} AND (c.id IS NULL OR ${filterSql(scope, CURRENT)}))`;
  const [shown] = await readPartition<{ envelope: string; visible: boolean }>(
    sql`
    SELECT ${envelopeIfVisibleSql(projection, visible, KEPT, inBoth)} AS envelope, ${inBoth(visible)} IS TRUE AS visible
    FROM jsonb_to_record(${JSON.stringify(snapshot)}::jsonb) AS r
      (id uuid, head text, created timestamptz, updated timestamptz, "createdBy" uuid, data jsonb)
    LEFT JOIN ${partition(entityId)} c ON c.entity_id = ${entityId}::uuid AND c.id = r.id`,
    { on: transaction },
  );
  if (shown === undefined) throw new Error("A snapshot is always one row.");
  return shown;
}

const KEPT: Row = { ...STORED, createdBy: sql`r."createdBy"` };

const CURRENT: Row = {
  id: sql`c.id`,
  created: sql`c.created`,
  updated: sql`c.updated`,
  createdBy: sql`c.created_by`,
  data: sql`c.data`,
};
