/** Filters, sort orders and searches of legal shape over an entity. */
import fc from "fast-check";
import type { Direction, JsonValue, Operator } from "@/lib/model";
import type { EntityFile, FieldFile } from "./file";
import { operatorsOf, SYSTEM_OPERATORS } from "./filters";
import { anyRecordId, anyWord, MOMENTS, OPTIONS, VALUES } from "./generate-values";

const SYSTEM_VALUES = { id: anyRecordId(), created: fc.constantFrom(...MOMENTS), updated: fc.constantFrom(...MOMENTS) };

/** In the API's own language, to depth 5 with the condition itself. */
export function anyFilter(entity: EntityFile, entities: EntityFile[] = []): fc.Arbitrary<JsonValue> {
  const system = (["id", "created", "updated"] as const).flatMap((name) =>
    SYSTEM_OPERATORS[name].map((operator) => condition(name, operator, SYSTEM_VALUES[name])),
  );
  const behind = entity.fields.flatMap(({ key, entity: target }) => {
    const other = entities.find((each) => each.key === target);
    return other === undefined ? [] : [anyConditionBehind(key, other)];
  });
  const own = [...entity.fields.flatMap(conditionsOf), ...system];
  // If there are any, as often as all others together.
  const conditions = behind.length === 0 ? own : [fc.oneof(...own), fc.oneof(...behind)];
  return compound(conditions, 5);
}

/** One reference away; also two, and names that do not exist. */
function anyConditionBehind(key: string, other: EntityFile): fc.Arbitrary<JsonValue> {
  const system = (["id", "created"] as const).flatMap((name) =>
    SYSTEM_OPERATORS[name].map((operator) => condition(name, operator, SYSTEM_VALUES[name])),
  );
  const conditions = fc.oneof(...other.fields.flatMap(conditionsOf), ...system);
  const strange = fc.constantFrom<JsonValue>(
    [`${key}.nowhere`, "eq", 1],
    [`${key}.createdBy`, "eq", "x"],
    [`${key}.${key}.id`, "eq", "x"],
  );
  const named = conditions.map((given): JsonValue => {
    const [name, ...rest] = given as JsonValue[];
    return [`${key}.${name}`, ...rest];
  });
  return fc.oneof({ weight: 30, arbitrary: named }, { weight: 1, arbitrary: strange });
}

/**
 * A filter of a grant: on any field, hidden ones too, and on who made the record. Often something that most records keep and that
 * a write can break, so that there are records inside and writes that lead out.
 */
export function anyGrantFilter(entity: EntityFile): fc.Arbitrary<JsonValue> {
  const fields = entity.fields.filter(({ type }) => type !== "reference");
  const own = fc.constant<JsonValue>(["createdBy", "eq", "$member.id"]);
  const mail = fields
    .filter(({ type }) => type === "email")
    .map(({ key }) => fc.constant<JsonValue>([key, "eq", "$member.email"]));
  const broad = fields.filter(({ type }) => operatorsOf(type).includes("nin"));
  const most = fc.constantFrom(...broad).chain(({ key, type }) => condition(key, "nin", VALUES[type]));
  return fc.oneof(
    { weight: 2, arbitrary: own },
    { weight: 4, arbitrary: most },
    { weight: 3, arbitrary: compound([...fields.flatMap(conditionsOf), own, ...mail], 2) },
  );
}

/** The fields that can limit the rows of a token, and that are no references, because no record has an id yet. */
export function limitingFields({ fields }: EntityFile): FieldFile[] {
  return fields.filter(({ limitable, type }) => limitable === true && type !== "reference");
}

/** A limit of the rows of a token: by few fields, and mostly so that many records are left. Needs a limiting field. */
export function anyRowFilter(entity: EntityFile): fc.Arbitrary<JsonValue> {
  const fields = limitingFields(entity);
  const broad = fields.filter(({ type }) => operatorsOf(type).includes("nin"));
  const most = broad.map(({ key, type }) => condition(key, "nin", VALUES[type]));
  return fc.oneof(...most, compound(fields.flatMap(conditionsOf), 2));
}

/**
 * Few fields that every member can write: permissions on some records look at them, and writes under such permissions
 * change them. No reference: a grant can compare it with ids only, and no record has one yet.
 */
export function watchedFields({ fields, lifecycle }: EntityFile): FieldFile[] {
  const isOpen = ({ key, type, readOnly, writeVerb }: FieldFile) =>
    !readOnly &&
    writeVerb === undefined &&
    key !== lifecycle?.field &&
    type !== "reference" &&
    operatorsOf(type).includes("nin");
  return fields.filter(isOpen).slice(0, 2);
}

/** The filter of a right whose reach a write can leave while using it. */
export function anyWatchingFilter(entity: EntityFile): fc.Arbitrary<JsonValue> {
  const watched = watchedFields(entity);
  if (watched.length === 0) return anyGrantFilter(entity);
  const half = fc.constantFrom(...watched).chain(({ key, type }) => {
    const values = fc.array(VALUES[type], { minLength: 3, maxLength: 6 });
    return fc.tuple(fc.constantFrom("in", "nin"), values).map(([operator, items]): JsonValue => [key, operator, items]);
  });
  return fc.oneof(
    { weight: 4, arbitrary: half },
    { weight: 1, arbitrary: compound(watched.flatMap(conditionsOf), 2) },
    { weight: 1, arbitrary: anyGrantFilter(entity) },
  );
}

function compound(conditions: fc.Arbitrary<JsonValue>[], maxDepth: number): fc.Arbitrary<JsonValue> {
  const { filter } = fc.letrec<{ filter: JsonValue }>((tie) => {
    const parts = fc.array(tie("filter"), { minLength: 1, maxLength: 3 });
    return {
      filter: fc.oneof(
        { maxDepth, withCrossShrink: true },
        fc.oneof(...conditions),
        parts.map((and) => ({ and })),
        parts.map((or) => ({ or })),
        tie("filter").map((not) => ({ not })),
      ),
    };
  });
  return filter;
}

function conditionsOf({ key, type }: FieldFile): fc.Arbitrary<JsonValue>[] {
  return operatorsOf(type).map((operator) => condition(key, operator, VALUES[type]));
}

function condition(name: string, operator: Operator, value: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonValue> {
  return operandOf(operator, value).map((operand) => [name, operator, operand]);
}

function operandOf(operator: Operator, value: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonValue> {
  switch (operator) {
    case "is_null":
      return fc.boolean();
    case "between":
      return fc.tuple(value, value);
    case "in":
    case "nin":
      return fc.array(value, { minLength: 1, maxLength: 3 });
    case "any_of":
    case "all_of":
      return fc.array(fc.constantFrom(...OPTIONS), { minLength: 1, maxLength: 3 });
    case "eq":
    case "neq":
      return fc.option(value, { freq: 6 });
    default:
      return value;
  }
}

export type SortFile = { field: string; direction: Direction };

/** `names`: what may be sorted by besides the system fields. */
export function anySort(names: string[]): fc.Arbitrary<SortFile[]> {
  const item = fc.record({
    field: fc.constantFrom(...names, ...names, "id", "created", "updated"),
    direction: fc.constantFrom<Direction>("asc", "desc"),
  });
  return fc.uniqueArray(item, { minLength: 1, maxLength: 5, selector: ({ field }) => field });
}

export function sortableNames(entity: EntityFile): string[] {
  return entity.fields
    .filter(({ type, queryable }) => type !== "json" && type !== "multiselect" && queryable !== false)
    .map(({ key }) => key);
}

export const anySearch: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom("", " ", "\t"), fc.array(anyWord, { maxLength: 2 }))
  .map(([space, words]) => space + words.join(" "));
