/** Organizations: entities with all kinds of fields and guards, and people with all kinds of grants and token scopes. */
import fc from "fast-check";
import { type DeniedFields, FIELD_TYPES, type FieldType, type JsonValue, type RowLimit, type Verb } from "@/lib/model";
import { acceptedValue } from "./data";
import { type EntityFile, type FieldFile, FOUR_VERBS, type GrantFile, type LifecycleFile } from "./file";
import { anyGrantFilter, anyRowFilter, anyWatchingFilter, limitingFields } from "./generate-queries";
import { anyAccepted, OPTIONS } from "./generate-values";

/** `roles` are indexes into the draft's roles. */
export type Person = {
  roles: number[];
  scopes: { entity: string; verbs: string[] }[] | null;
  denied?: DeniedFields[];
  rows?: RowLimit[];
};
export type WorldDraft = { entities: EntityFile[]; roles: GrantFile[][]; people: Person[] };

/** The rights that fields and transitions of generated entities ask for. */
const FIELD_WORDS = ["see", "peek", "set", "fix"];
const APPROVE = "approve";
export const WORDS = [...FIELD_WORDS, APPROVE];
const ENTITY_KEYS = ["alpha", "beta"];
/** A lifecycle or a parent can depend on them. */
const RULED_TYPES: FieldType[] = ["select", "reference"];
const OTHER_TYPES: FieldType[] = FIELD_TYPES.filter((type) => !RULED_TYPES.includes(type));

export function anyEntities(): fc.Arbitrary<EntityFile[]> {
  return fc.tuple(...ENTITY_KEYS.map(anyEntity));
}

function anyEntity(key: string): fc.Arbitrary<EntityFile> {
  const fields = fc
    .tuple(fc.subarray(OTHER_TYPES, { minLength: 2 }), fc.subarray(RULED_TYPES))
    .chain((types) => fc.tuple(...types.flat().map(anyField)));
  return fc.tuple(anyLabel(), fields).chain(([label, others]) => {
    const all: FieldFile[] = [label, ...others];
    const state = all.find(({ type, readOnly }) => type === "select" && !readOnly);
    const reference = all.find(({ type }) => type === "reference");
    return fc.record({
      key: fc.constant(key),
      label: fc.constant(key),
      pluralLabel: fc.constant(`${key}s`),
      exposed: fc.constantFrom(true, true, true, true, true, true, true, key === "alpha"),
      labelField: fc.constant("name"),
      uniqueLabel: fc.boolean(),
      fields: fc.constant(all),
      ...(reference === undefined ? {} : { parentField: fc.constantFrom(undefined, reference.key, reference.key) }),
      ...(state === undefined ? {} : { lifecycle: fc.option(anyLifecycle(state), { nil: undefined }) }),
    });
  });
}

/** Required, so that most records have one; short, so that they clash. */
function anyLabel(): fc.Arbitrary<FieldFile> {
  const guard = fc.constantFrom<Partial<FieldFile>>({}, {}, {}, { readVerb: "see" }, { writeVerb: "set" });
  return fc
    .record({ required: fc.boolean(), limitable: fc.boolean(), guard })
    .map(({ required, limitable, guard }) => ({
      key: "name",
      label: "Name",
      type: "text",
      required,
      ...(limitable && { limitable }),
      ...guard,
    }));
}

const GUARDS: Partial<FieldFile>[] = [
  {},
  {},
  {},
  {},
  { readVerb: "see" },
  { readVerb: "peek" },
  { writeVerb: "set" },
  { writeVerb: "fix" },
  { readVerb: "see", writeVerb: "set" },
  { readVerb: "peek", writeVerb: "fix" },
  { readOnly: true },
  { readOnly: true, readVerb: "see" },
  { queryable: false },
];

function anyField(type: FieldType): fc.Arbitrary<FieldFile> {
  const key = `${type}1`;
  const base = { key, label: key, type };
  const options = type === "select" || type === "multiselect" ? { options: OPTIONS } : {};
  return fc
    .record({
      guard: fc.constantFrom(...GUARDS),
      bounds: fc.constantFrom({}, {}, BOUNDS[type] ?? {}),
      search: fc.constantFrom({}, {}, SEARCH[type] ?? {}),
      indexed: fc.constantFrom(false, false, type !== "json" && type !== "multiselect"),
      required: fc.constantFrom(false, false, false, false, true),
      limitable: fc.boolean(),
      unique: fc.constantFrom(false, false, false, UNIQUE.includes(type)),
      entity: fc.constantFrom(...ENTITY_KEYS),
    })
    .chain(({ guard, bounds, search, indexed, required, limitable, unique, entity }) => {
      const plain = type === "json" && guard.queryable === false ? {} : guard;
      const field: FieldFile = { ...base, ...options, ...plain, ...bounds, ...search };
      if (type === "reference") field.entity = entity;
      if (indexed) field.indexed = true;
      if (limitable && type !== "json" && field.queryable !== false) field.limitable = true;
      // A required field that nobody may write would keep the entity empty.
      if (required && !field.readOnly) field.required = true;
      // A few values for many records: empty ones must be possible, or hardly any would be created.
      if (unique && !field.required) field.unique = true;
      const hasDefault = type !== "reference" && !field.unique;
      return fc
        .option(hasDefault ? anyAccepted(field) : fc.constant<JsonValue>(null), { nil: null, freq: 2 })
        .map((value) => (value === null ? field : { ...field, default: acceptedValue(field, value) ?? null }));
    });
}

const UNIQUE: FieldType[] = ["text", "email", "url", "integer", "decimal"];

const BOUNDS: Partial<Record<FieldType, Partial<FieldFile>>> = {
  text: { maxLength: 3 },
  integer: { min: -10, max: 10 },
  number: { min: -2, max: 2 },
  decimal: { min: "-0.5", max: "10" },
};

const SEARCH: Partial<Record<FieldType, Partial<FieldFile>>> = {
  text: { searchable: false },
  email: { searchable: false },
  decimal: { searchable: true },
  select: { searchable: true },
  date: { searchable: true },
};

type State = { locked?: boolean; deletable?: boolean };

function anyLifecycle(field: FieldFile): fc.Arbitrary<LifecycleFile> {
  const [first = "", second = "", third = "", fourth = ""] = OPTIONS;
  const begin = typeof field.default === "string" ? field.default : first;
  const verb = fc.constantFrom<{ verb?: string }>({}, { verb: APPROVE }, { verb: APPROVE });
  return fc
    .record({
      initial: fc.constantFrom<string[] | undefined>(undefined, [begin], [...new Set([begin, second])]),
      locked: fc.constantFrom<State>({ locked: true }, { locked: true, deletable: true }, { deletable: false }),
      verbs: fc.tuple(verb, verb, verb),
    })
    .map(({ initial, locked, verbs }) => ({
      field: field.key,
      ...(initial === undefined ? {} : { initial }),
      states: { [second]: locked },
      transitions: [
        { from: first, to: second, ...verbs[0] },
        { from: first, to: third, ...verbs[1] },
        { from: second, to: fourth, ...verbs[2] },
        { from: third, to: first },
      ],
    }));
}

/** Verbs of the four come as a set, so that sixteen sets can be asked for one by one. */
export function anyGrants(entity: EntityFile, verbs: readonly string[]): fc.Arbitrary<GrantFile[]> {
  const unlimited = fc.constant(undefined);
  const scope = fc.oneof({ weight: 3, arbitrary: unlimited }, { weight: 2, arbitrary: anyGrantFilter(entity) });
  const watching = fc.oneof({ weight: 1, arbitrary: unlimited }, { weight: 2, arbitrary: anyWatchingFilter(entity) });
  const grantOf = (held: readonly string[], reach: fc.Arbitrary<JsonValue | undefined> = scope) => {
    return reach.map((where): GrantFile[] => {
      if (held.length === 0) return [];
      return [{ entity: entity.key, verbs: [...held], ...(where === undefined ? {} : { where }) }];
    });
  };
  const words = fc.subarray(FIELD_WORDS).chain((held) => grantOf(held, watching));
  const moreWords = fc.subarray(FIELD_WORDS, { maxLength: 2 }).chain((held) => grantOf(held));
  return fc.subarray([...verbs]).chain((apart) => {
    const together = verbs.filter((verb) => !apart.includes(verb));
    return fc
      .tuple(grantOf(together), grantOf(apart), words, moreWords, anyApproval(entity))
      .map((grants) => grants.flat());
  });
}

/** Alone, because a limited grant has no effect beside an unlimited one. */
function anyApproval(entity: EntityFile): fc.Arbitrary<GrantFile[]> {
  const unlimited: GrantFile = { entity: entity.key, verbs: [APPROVE] };
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant<GrantFile[]>([]) },
    { weight: 1, arbitrary: fc.constant<GrantFile[]>([unlimited]) },
    { weight: 3, arbitrary: anyWatchingFilter(entity).map((where): GrantFile[] => [{ ...unlimited, where }]) },
  );
}

export function verbSet(bits: number): Verb[] {
  return FOUR_VERBS.filter((_, bit) => bits & (1 << bit));
}

/** People who hold one or two of a few roles, and tokens that are cut in all ways. */
export function anyWorld(peopleCount: number): fc.Arbitrary<WorldDraft> {
  return anyEntities().chain((entities) => {
    const verbs = fc.oneof(fc.constant([...FOUR_VERBS]), fc.subarray([...FOUR_VERBS], { minLength: 1 }));
    const role = fc
      .tuple(...entities.map((entity) => verbs.chain((held) => anyGrants(entity, held))))
      .map((grants) => grants.flat());
    const roles = fc.array(role, { minLength: 3, maxLength: 3 });
    const person = fc.record({
      roles: fc.subarray([0, 1, 2], { minLength: 1, maxLength: 2 }),
      scopes: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: anyScopes(entities) }),
      denied: anyDenied(entities),
      rows: anyRows(entities),
    });
    const people = fc.array(person, { minLength: peopleCount, maxLength: peopleCount });
    return fc.record({ entities: fc.constant(entities), roles, people });
  });
}

/** Mostly none; else any fields, those that nobody can read and labels too. */
export function anyDenied(entities: EntityFile[]): fc.Arbitrary<DeniedFields[]> {
  const some = entities.map(({ key, fields }) =>
    fc.subarray(fields.map((field) => field.key)).map((denied) => ({ entity: key, fields: denied })),
  );
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant<DeniedFields[]>([]) },
    { weight: 1, arbitrary: fc.tuple(...some) },
  );
}

/** Mostly none; else one or two on an entity that has fields for it. */
export function anyRows(entities: EntityFile[]): fc.Arbitrary<RowLimit[]> {
  const none = fc.constant<RowLimit[]>([]);
  const limits = entities.map((entity) => {
    if (limitingFields(entity).length === 0) return none;
    const limit = anyRowFilter(entity).map((where) => ({ entityKey: entity.key, where }));
    return fc.oneof(
      { weight: 2, arbitrary: none },
      { weight: 1, arbitrary: fc.array(limit, { minLength: 1, maxLength: 2 }) },
    );
  });
  return fc.tuple(...limits).map((rows) => rows.flat());
}

/** Without further verbs, with some, and with all, so that each of them is sometimes missing. */
export function anyScopes(entities: EntityFile[]): fc.Arbitrary<{ entity: string; verbs: string[] }[]> {
  const further = fc.oneof(fc.constant<string[]>([]), fc.subarray(WORDS), fc.constant(WORDS));
  const scopes = entities.map(({ key }) =>
    fc.tuple(fc.subarray([...FOUR_VERBS]), further).map(([four, words]) => {
      const verbs = [...four, ...words];
      return verbs.length === 0 ? [] : [{ entity: key, verbs }];
    }),
  );
  return fc.tuple(...scopes).map((parts) => parts.flat());
}
