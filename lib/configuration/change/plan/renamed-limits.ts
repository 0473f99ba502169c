/** The limits of a token once fields and options are renamed, so that it stays limited as it was. Pure. */
import type { DeniedFields, JsonValue, RowLimit, TokenLimits } from "../../../model";
import type { EntityRenames, Renames } from "./renames";

/** Returns the same object if nothing in it is renamed. */
export function renamedLimits(limits: TokenLimits, renames: Renames): TokenLimits {
  const named = [...limits.deniedFields.map(({ entity }) => entity), ...limits.rows.map(({ entityKey }) => entityKey)];
  if (!named.some((key) => renames.has(key))) return limits;
  return {
    ...limits,
    deniedFields: limits.deniedFields.map((denied) => renamedFields(denied, renames.get(denied.entity))),
    rows: limits.rows.map((row) => renamedRows(row, renames.get(row.entityKey))),
  };
}

function renamedFields(denied: DeniedFields, renames: EntityRenames | undefined): DeniedFields {
  if (renames === undefined) return denied;
  return { ...denied, fields: denied.fields.map((field) => newKeyOf(field, renames)) };
}

function newKeyOf(field: string, { fields }: EntityRenames): string {
  return Object.keys(fields).find((key) => fields[key] === field) ?? field;
}

function renamedRows(row: RowLimit, renames: EntityRenames | undefined): RowLimit {
  return renames === undefined ? row : { ...row, where: renamedFilter(row.where, renames) };
}

/** A filter as it is stored: conditions are lists that begin with a field, all else are lists and objects of filters. */
function renamedFilter(where: JsonValue, renames: EntityRenames): JsonValue {
  if (typeof where !== "object" || where === null) return where;
  if (!Array.isArray(where)) {
    return Object.fromEntries(Object.entries(where).map(([key, part]) => [key, renamedFilter(part, renames)]));
  }
  const [field, operator, value] = where;
  if (typeof field !== "string") return where.map((part) => renamedFilter(part, renames));
  const key = newKeyOf(field, renames);
  return [key, operator ?? null, renamedValue(value ?? null, own(renames.options, key) ?? {})];
}

function renamedValue(value: JsonValue, options: Record<string, string>): JsonValue {
  if (Array.isArray(value)) return value.map((item) => renamedValue(item, options));
  return typeof value === "string" ? (own(options, value) ?? value) : value;
}

/** Fields and options can be called as members that every object inherits. */
function own<Value>(members: Record<string, Value>, key: string): Value | undefined {
  return Object.hasOwn(members, key) ? members[key] : undefined;
}
