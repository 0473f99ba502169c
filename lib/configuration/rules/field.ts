/** The rules of one field: its members fit its type and one another. */
import { MAX_INDEXED_TEXT_LENGTH } from "../../limits";
import type { Entity, Field, FieldType } from "../../model";
import { checkValue } from "../../records/rules/validate";
import { compareDecimals, WIRE_TYPES } from "../../wire-types";
import type { FieldDocument } from "../field-schema";
import { checkValues, type Issue, type Path } from "../issues";

/** Types whose values have no order that an index could use. */
const NOT_INDEXABLE: readonly FieldType[] = ["json", "multiselect"];

/** `entity` is the field's own entity, compiled; `entities` has all of the file's. */
export function checkField(
  document: FieldDocument,
  entity: Entity,
  entities: ReadonlyMap<string, Entity>,
  path: Path,
): Issue[] {
  const field = entity.fields.get(document.key);
  // A repeated key is reported elsewhere, and the compiled field may be the other one.
  if (field === undefined || field.type !== document.type) return [];
  const options = field.options.map(({ value }) => value);
  return [
    ...checkReference(field, entities, path),
    ...checkValues(options, [...path, "options"]),
    ...checkFlags(document, path),
    ...checkIndexedLength(field, path),
    ...checkBounds(field, path),
    ...checkDefault(field, path),
    ...checkDeprecation(field, entity, [...path, "deprecated"]),
  ];
}

function checkReference(field: Field, entities: ReadonlyMap<string, Entity>, path: Path): Issue[] {
  if (field.reference === null || entities.has(field.reference)) return [];
  return [{ path: [...path, "entity"], message: `there is no entity "${field.reference}"` }];
}

function checkFlags(document: FieldDocument, path: Path): Issue[] {
  const { type, indexed, unique, queryable, limitable, searchable } = document;
  const issues: Issue[] = [];
  const refuse = (member: string, message: string) => issues.push({ path: [...path, member], message });
  if (indexed && NOT_INDEXABLE.includes(type)) refuse("indexed", `a ${type} field cannot be indexed`);
  if (unique && !UNIQUE.includes(type))
    refuse("unique", `a ${type} field cannot be unique, only one of type ${UNIQUE.join(", ")}`);
  if (queryable && type === "json") refuse("queryable", "a json field cannot be queried");
  if (limitable && (type === "json" || queryable === false))
    refuse("limitable", "only a field that can be queried can limit the rows of a token");
  if (searchable && !SEARCHABLE.includes(type)) refuse("searchable", `a ${type} field cannot be searched`);
  return issues;
}

/** Types whose values can identify a record, each in a single form. */
const UNIQUE: readonly FieldType[] = ["text", "email", "url", "integer", "decimal"];

/** Types with text values, which a search can read. */
const SEARCHABLE: readonly FieldType[] = ["text", "email", "url", "decimal", "select", "date"];

function checkIndexedLength(field: Field, path: Path): Issue[] {
  if (!field.indexed || field.maxLength === null || field.maxLength <= MAX_INDEXED_TEXT_LENGTH) return [];
  return [{ path: [...path, "maxLength"], message: `of an indexed field is ${MAX_INDEXED_TEXT_LENGTH} at most` }];
}

function checkBounds(field: Field, path: Path): Issue[] {
  const { parse, form } = WIRE_TYPES[field.type];
  const illegal = (["min", "max"] as const).filter((name) => field[name] !== null && parse(field[name]) === undefined);
  if (illegal.length > 0) return illegal.map((name) => ({ path: [...path, name], message: `must be ${form}` }));
  if (field.min === null || field.max === null || !isGreater(field.min, field.max)) return [];
  return [{ path: [...path, "max"], message: "must not be less than min" }];
}

function isGreater(left: number | string, right: number | string): boolean {
  if (typeof left === "string" && typeof right === "string") return compareDecimals(left, right) > 0;
  return left > right;
}

function checkDefault(field: Field, path: Path): Issue[] {
  if (field.default === null) return [];
  const message = checkValue(field, field.default);
  return message === null ? [] : [{ path: [...path, "default"], message }];
}

function checkDeprecation({ key, deprecated }: Field, { fields }: Entity, path: Path): Issue[] {
  if (deprecated === undefined) return [];
  const { since, sunset, use } = deprecated;
  const issues: Issue[] = [];
  if (sunset !== null && sunset < since)
    issues.push({ path: [...path, "sunset"], message: "must not be before since" });
  if (use === key) issues.push({ path: [...path, "use"], message: "must name another field" });
  else if (use !== null && !fields.has(use))
    issues.push({ path: [...path, "use"], message: `there is no field "${use}"` });
  return issues;
}
