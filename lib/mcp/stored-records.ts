/** The records that operations are about, as the caller can read them before the change. */
import { MAX_PAGE_SIZE } from "../limits";
import type { JsonObject, JsonValue } from "../model";
import type { Within } from "../public-api/handle-within";
import { uniqueText } from "../records/rules/unique-value";
import { ask, requireWhole } from "./ask";
import { ownValue } from "./change";
import { Refused } from "./refused";

export type Stored = { id: string; versionId: string; data: JsonObject };

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** For each operation; null if there is none that the caller can list. */
export async function findStored(within: Within, entity: string, operations: JsonObject[]): Promise<(Stored | null)[]> {
  const access = within.caller.access.entity(entity);
  if (!access?.permissions.list) return operations.map(() => null);
  const ids = operations.flatMap(({ id }) => (typeof id === "string" && UUID.test(id) ? [id] : []));
  const byId = await find(within, entity, "id", ids);
  const keys = new Set(operations.flatMap(({ match }) => matchOf(match)?.key ?? []));
  const byKey = new Map<string, Stored[]>();
  for (const key of keys) {
    const values = operations.flatMap(({ match }) =>
      matchOf(match)?.key === key ? [matchOf(match)?.value ?? null] : [],
    );
    byKey.set(key, await find(within, entity, key, values));
  }
  return operations.map(({ op, id, match }) => {
    const own = op === "upsert" ? matchOf(match) : null;
    if (own === null) return byId.find((stored) => stored.id === id) ?? null;
    const field = access.entity.fields.get(own.key);
    if (field === undefined) return null;
    const text = uniqueText(field, own.value);
    return byKey.get(own.key)?.find(({ data }) => uniqueText(field, ownValue(data, own.key) ?? null) === text) ?? null;
  });
}

function matchOf(match: JsonValue | undefined): { key: string; value: JsonValue } | null {
  if (typeof match !== "object" || match === null || Array.isArray(match)) return null;
  const [entry] = Object.entries(match);
  return entry === undefined ? null : { key: entry[0], value: entry[1] };
}

/** A field or a value that cannot be used is refused by the write itself, in its own words. */
const LEFT_TO_THE_WRITE = ["FIELD_NOT_QUERYABLE", "INVALID_FILTERS"];

async function find(within: Within, entity: string, key: string, values: JsonValue[]): Promise<Stored[]> {
  if (values.length === 0) return [];
  try {
    const body = { where: [key, "in", values], limit: MAX_PAGE_SIZE };
    const { items } = requireWhole(await ask(within, { endpoint: "records.query", entity, body }));
    return items as Stored[];
  } catch (error) {
    if (error instanceof Refused && LEFT_TO_THE_WRITE.includes(String(error.error.code))) return [];
    throw error;
  }
}
