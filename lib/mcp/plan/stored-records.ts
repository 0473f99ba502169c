/** The records that operations are about, as the caller can read them before the change. */
import type { EntityAccess } from "../../access/compile";
import { ApiError } from "../../errors";
import { groupBy } from "../../group-by";
import { MAX_PAGE_SIZE } from "../../limits";
import type { JsonObject, JsonValue } from "../../model";
import type { Within } from "../../public-api/handle-within";
import { isUuid } from "../../query/columns";
import { type Match, readMatch } from "../../records/batch/subjects";
import { uniqueText } from "../../records/rules/unique-value";
import { ask, requireWhole } from "../ask";
import { ownValue } from "./change";

export type Stored = { id: string; versionId: string; data: JsonObject };

/** For each operation; null if there is none that the caller can list. */
export async function findStored(within: Within, entity: string, operations: JsonObject[]): Promise<(Stored | null)[]> {
  const access = within.caller.access.entity(entity);
  if (!access?.permissions.list) return operations.map(() => null);
  const ids = operations.flatMap(({ id }) => (typeof id === "string" && isUuid(id) ? [id] : []));
  const byId = await find(within, entity, "id", ids);
  const matches = operations.map((operation) => matchOf(access, operation));
  const byKey = new Map<string, Stored[]>();
  const asked = matches.filter((match) => match !== null);
  for (const [{ key }, some] of groupBy(asked, ({ field }) => field)) {
    const values = some.map(({ value }) => value);
    byKey.set(key, await find(within, entity, key, values));
  }
  return operations.map(({ op, id }, index) => {
    if (op !== "upsert") return byId.find((stored) => stored.id === id) ?? null;
    const match = matches[index] ?? null;
    if (match === null) return null;
    const { field, value } = match;
    const text = uniqueText(field, value);
    const isMatched = ({ data }: Stored) => uniqueText(field, ownValue(data, field.key) ?? null) === text;
    return byKey.get(field.key)?.find(isMatched) ?? null;
  });
}

/** null for a match that the write itself refuses, in its own words: asking for its value would be refused, and with it all others. */
function matchOf(access: EntityAccess, { op, match }: JsonObject): Match | null {
  if (op !== "upsert" || typeof match !== "object" || match === null || Array.isArray(match)) return null;
  const [[key, value] = ["", null]] = Object.entries(match);
  const read = readMatch(access, { key, value });
  return read instanceof ApiError ? null : read;
}

async function find(within: Within, entity: string, key: string, values: JsonValue[]): Promise<Stored[]> {
  if (values.length === 0) return [];
  const body = { where: [key, "in", values], limit: MAX_PAGE_SIZE };
  const { items } = requireWhole(await ask(within, { endpoint: "records.query", entity, body }));
  return items as Stored[];
}
