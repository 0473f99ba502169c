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
  const issues = checkValues(options, [...path, "options"]);
  const refuse: Refuse = (place, message) => issues.push({ path: [...path, ...place.split(".")], message });
  const { reference, indexed, maxLength, default: initial } = field;
  if (reference !== null && !entities.has(reference)) refuse("entity", `there is no entity "${reference}"`);
  checkFlags(document, refuse);
  if (indexed && maxLength !== null && maxLength > MAX_INDEXED_TEXT_LENGTH)
    refuse("maxLength", `of an indexed field is ${MAX_INDEXED_TEXT_LENGTH} at most`);
  checkBounds(field, refuse);
  const fault = initial === null ? null : checkValue(field, initial);
  if (fault !== null) refuse("default", fault);
  checkDeprecation(field, entity, refuse);
  return issues;
}

/** `place` is a member of the field, or a member of one: `deprecated.use`. */
type Refuse = (place: string, message: string) => void;

function checkFlags(document: FieldDocument, refuse: Refuse): void {
  const { type, indexed, unique, queryable, limitable, searchable } = document;
  if (indexed && NOT_INDEXABLE.includes(type)) refuse("indexed", `a ${type} field cannot be indexed`);
  if (unique && !UNIQUE.includes(type))
    refuse("unique", `a ${type} field cannot be unique, only one of type ${UNIQUE.join(", ")}`);
  if (queryable && type === "json") refuse("queryable", "a json field cannot be queried");
  if (limitable && (type === "json" || queryable === false))
    refuse("limitable", "only a field that can be queried can limit the rows of a token");
  if (searchable && !SEARCHABLE.includes(type)) refuse("searchable", `a ${type} field cannot be searched`);
}

/** Types whose values can identify a record, each in a single form. */
const UNIQUE: readonly FieldType[] = ["text", "email", "url", "integer", "decimal"];

/** Types with text values, which a search can read. */
const SEARCHABLE: readonly FieldType[] = ["text", "email", "url", "decimal", "select", "date"];

function checkBounds({ type, min, max }: Field, refuse: Refuse): void {
  const { parse, form } = WIRE_TYPES[type];
  const illegal = Object.entries({ min, max }).filter(([, bound]) => bound !== null && parse(bound) === undefined);
  for (const [name] of illegal) refuse(name, `must be ${form}`);
  if (illegal.length === 0 && min !== null && max !== null && isGreater(min, max))
    refuse("max", "must not be less than min");
}

function isGreater(left: number | string, right: number | string): boolean {
  if (typeof left === "string" && typeof right === "string") return compareDecimals(left, right) > 0;
  return left > right;
}

function checkDeprecation({ key, deprecated }: Field, { fields }: Entity, refuse: Refuse): void {
  if (deprecated === undefined) return;
  const { since, sunset, use } = deprecated;
  if (sunset !== null && sunset < since) refuse("deprecated.sunset", "must not be before since");
  if (use === key) refuse("deprecated.use", "must name another field");
  else if (use !== null && !fields.has(use)) refuse("deprecated.use", `there is no field "${use}"`);
}
