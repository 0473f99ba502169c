/** The records that operations are about, as the caller can read them before the change. */
import type { EntityAccess } from "../../access/compile";
import { ApiError } from "../../errors";
import { MAX_PAGE_SIZE } from "../../limits";
import type { JsonObject } from "../../model";
import type { Within } from "../../public-api/handle-within";
import { isUuid } from "../../query/columns";
import { findMatched, type Match, readMatch } from "../../records/batch/subjects";
import { ask, requireWhole } from "../ask";
import { isObject } from "../message";

export type Stored = { id: string; versionId: string; data: JsonObject };

/** For each operation; null if there is none that the caller can list. */
export async function findStored(within: Within, entity: string, operations: JsonObject[]): Promise<(Stored | null)[]> {
  const access = within.caller.access.entity(entity);
  if (!access?.permissions.list) return operations.map(() => null);
  const matches = operations.map((operation) => matchOf(access, operation));
  const matched = await findMatched(access.entity.id, matches, undefined, access.reach("list"));
  const ids = operations.map(({ op, id }, index) => (op === "upsert" ? matched[index] : id) ?? null);
  const known = [...new Set(ids.filter(isUuid))];
  if (known.length === 0) return ids.map(() => null);
  const body = { where: ["id", "in", known], limit: MAX_PAGE_SIZE };
  const { items } = requireWhole(await ask(within, { endpoint: "records.query", entity, body }));
  return ids.map((id) => (items as Stored[]).find((record) => record.id === id) ?? null);
}

/** Returns null for a match that the write itself refuses, in its own words. */
function matchOf(access: EntityAccess, { op, match }: JsonObject): Match | null {
  if (op !== "upsert" || !isObject(match)) return null;
  const [[key, value] = ["", null]] = Object.entries(match);
  const read = readMatch(access, { key, value });
  return read instanceof ApiError ? null : read;
}
