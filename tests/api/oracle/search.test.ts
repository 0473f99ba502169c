/**
 * Search and `sort=relevance` against a plain model: which records each principal can find, by which field, and in which order.
 * Roles, records and questions are generated; the model knows nothing of SQL (contract § 17).
 */
import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { applyFile } from "../../support/configuration";
import { send } from "../../support/http";
import { figure } from "../../support/long";
import { dataOf, findMemberIds, insertToken, type Page, type RecordView } from "../../support/organization";

const ENTITIES = ["persons", "places", "badges"] as const;
type EntityKey = (typeof ENTITIES)[number];

const TEXT = { type: "text" };
const SHARED = [
  { key: "city", ...TEXT },
  { key: "memo", ...TEXT, readVerb: "seeMemo" },
  { key: "level", type: "select", options: ["one", "two", "three"], searchable: false },
];
/** Of each entity, in the order of discovery. The label of badges is one that not everybody reads. */
const FIELDS = {
  persons: [{ key: "name", ...TEXT }, ...SHARED],
  places: [...SHARED, { key: "title", ...TEXT }],
  badges: [{ key: "code", ...TEXT, readVerb: "seeMemo" }, ...SHARED],
} as const;
const LABELS: Record<EntityKey, string> = { persons: "name", places: "title", badges: "code" };

type Scope = "all" | string;
/** What a role grants on an entity: `level` of the records that can be listed, and of those on which `seeMemo` is given. */
type Grant = { list: Scope | null; seeMemo: Scope | null };
type Role = Record<EntityKey, Grant>;

const WORDS = [
  "ann",
  "anna",
  "Änna",
  "hanna",
  "banana",
  "straße",
  "strasse",
  "Oslo",
  "os",
  "lo",
  "100%",
  "a_b",
  "x-os",
];
const aText = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 })
  .chain((words) => fc.constantFrom(" ", "-", "", "\u00a0 ").map((between) => words.join(between)));
const aValue = fc.option(aText, { nil: null });
const aScope = fc.option(fc.constantFrom<Scope>("all", "one", "two"), { nil: null });
const aGrant: fc.Arbitrary<Grant> = fc.record({ list: aScope, seeMemo: aScope });
const aRole: fc.Arbitrary<Role> = fc.record({ persons: aGrant, places: aGrant, badges: aGrant });
const aLevel = fc.option(fc.constantFrom("one", "two", "three"), { nil: null });

const ROLES = fc.sample(aRole, { numRuns: 8, seed: 1 });
/** Each with one or two of the roles. */
const PRINCIPALS = fc.sample(fc.uniqueArray(fc.nat({ max: ROLES.length - 1 }), { minLength: 1, maxLength: 2 }), {
  numRuns: 12,
  seed: 2,
});
const RECORDS = 40;

const key = `found${randomBytes(4).toString("hex")}`;
const origin = inject("origin");
const tokens: string[] = [];
/** As the administrator reads them. */
const stored: RecordView[] = [];

const grantsOf = (role: Role) =>
  ENTITIES.flatMap((entity) =>
    (["list", "seeMemo"] as const).flatMap((verb) => {
      const scope = role[entity][verb];
      if (scope === null) return [];
      return [{ entity, verbs: [verb], ...(scope === "all" ? {} : { where: ["level", "eq", scope] }) }];
    }),
  );

beforeAll(async () => {
  const everything = ENTITIES.map((entity) => ({ entity, verbs: ["list", "create", "seeMemo"] }));
  const address = (index: number) => `p${index}@${key}.test`;
  const member = (email: string, roles: string[]) => ({ email, name: email, roles, admin: false, active: true });
  const organizationId = await applyFile({
    organization: { key, name: key },
    entities: ENTITIES.map((entity) => ({
      ...{ key: entity, labelField: LABELS[entity], exposed: true },
      fields: FIELDS[entity].map((field) => ({ ...field })),
    })),
    roles: [
      { key: "everything", name: "Everything", grants: everything },
      ...ROLES.map((role, index) => ({ key: `r${index}`, name: `R${index}`, grants: grantsOf(role) })),
    ],
    members: [
      member(`admin@${key}.test`, ["everything"]),
      ...PRINCIPALS.map((roles, index) =>
        member(
          address(index),
          roles.map((each) => `r${each}`),
        ),
      ),
    ],
  });
  const memberIds = await findMemberIds(organizationId);
  const tokenOf = async (email: string) => (await insertToken(organizationId, memberIds.get(email) ?? "", {})).text;
  const admin = await tokenOf(`admin@${key}.test`);
  for (const index of PRINCIPALS.keys()) tokens.push(await tokenOf(address(index)));
  for (const [place, entity] of ENTITIES.entries()) {
    const aRecord = fc.record({ [LABELS[entity]]: aValue, city: aValue, memo: aValue, level: aLevel });
    const path = `/entities/${entity}/records`;
    // In several transactions, so that not all are of one age.
    for (const part of [0, 1, 2, 3]) {
      const operations = fc
        .sample(aRecord, { numRuns: RECORDS / 4, seed: 10 * place + part })
        .map((data) => ({ op: "create", data }));
      const answer = await send(origin, { method: "POST", path: `${path}/batch`, token: admin, json: { operations } });
      expect(answer.status, answer.text).toBe(200);
    }
    stored.push(...dataOf<Page>(await send(origin, { path: `${path}?limit=500`, token: admin })).items);
  }
  expect(stored).toHaveLength(ENTITIES.length * RECORDS);
});

type Found = { entityKey: string; id: string; label: unknown; field: string; rank: number; record: RecordView };

/** What the roles of a principal grant together. */
function scopesOf(principal: number, entity: EntityKey, verb: "list" | "seeMemo"): Scope[] {
  const scopes = (PRINCIPALS[principal] ?? []).flatMap((role) => ROLES[role]?.[entity][verb] ?? []);
  return scopes.includes("all") ? ["all"] : [...new Set(scopes)];
}

const isIn = (scopes: Scope[], { data }: RecordView) => scopes.includes("all") || scopes.includes(String(data.level));

const plain = (text: unknown) =>
  String(text ?? "")
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replaceAll("ß", "ss");

function rankOf(label: unknown, words: string[]): number {
  const text = plain(label).replace(/\s+/g, " ").trim();
  const phrase = words.join(" ");
  if (label === null || !words.every((word) => text.includes(word))) return 5;
  if (text === phrase) return 1;
  if (text.startsWith(phrase)) return 2;
  const beginsWord = (word: string) =>
    [...text].some((_, at) => text.startsWith(word, at) && (at === 0 || " -%_".includes(text[at - 1] ?? "")));
  return words.every(beginsWord) ? 3 : 4;
}

function modelOf(principal: number, entity: EntityKey, q: string): Found[] {
  const words = plain(q).trim().split(/\s+/);
  const listed = scopesOf(principal, entity, "list");
  const seen = scopesOf(principal, entity, "seeMemo");
  const label = LABELS[entity];
  const isGuarded = (field: object) => "readVerb" in field;
  const seesAll = seen.includes("all") || (!listed.includes("all") && listed.every((scope) => seen.includes(scope)));
  const searched = FIELDS[entity]
    .filter((field) => field.type === "text" && (!isGuarded(field) || seesAll))
    .map((field) => field.key);
  return stored
    .filter((record) => record.entityKey === entity && isIn(listed, record))
    .flatMap((record): Found[] => {
      const has = (field: string, word: string) => plain(record.data[field]).includes(word);
      if (!words.every((word) => searched.some((field) => has(field, word)))) return [];
      const hidden = FIELDS[entity].filter((field) => isGuarded(field) && !seesAll && !isIn(seen, record));
      const data = Object.fromEntries(
        Object.entries(record.data).filter(([name]) => !hidden.some((field) => field.key === name)),
      );
      const rank = searched.includes(label) ? rankOf(record.data[label], words) : 5;
      const others = searched.filter((field) => field !== label);
      const field =
        rank < 5
          ? label
          : (others.find((each) => words.every((word) => has(each, word))) ??
            others.find((each) => has(each, words[0] ?? "")) ??
            label);
      return [
        { entityKey: entity, id: record.id, label: data[label] ?? null, field, rank, record: { ...record, data } },
      ];
    });
}

function byRelevance(one: Found, other: Found): number {
  const age = other.record.created.localeCompare(one.record.created);
  return one.rank - other.rank || age || (one.id < other.id ? 1 : -1);
}

const canList = (principal: number) => (entity: EntityKey) => scopesOf(principal, entity, "list").length > 0;
const aQuestion = fc.record({
  principal: fc.nat({ max: PRINCIPALS.length - 1 }),
  q: fc.oneof(
    fc.constantFrom(...WORDS, "a", "s", "An", "na ann", "oslo lo", "lo os", "-", "%"),
    fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(...WORDS)).map((words) => words.join(" ")),
  ),
  entities: fc.option(fc.subarray([...ENTITIES], { minLength: 1 }), { nil: null }),
  limit: fc.integer({ min: 1, max: 50 }),
});

describe("for generated principals and records", () => {
  it("a search finds what the model finds, in its order", async () => {
    const agrees = fc.asyncProperty(aQuestion, async ({ principal, q, entities, limit }) => {
      const listable = ENTITIES.filter(canList(principal));
      const only = entities === null ? "" : `&entities=${entities}`;
      const path = `/search?q=${encodeURIComponent(q)}&limit=${limit}${only}`;
      const answer = await send(origin, { path, token: tokens[principal] });
      const unusable = (entities ?? []).filter((entity) => !listable.includes(entity));
      if (listable.length === 0 || unusable.length > 0) return void expect([403, 404]).toContain(answer.status);
      const expected = (entities ?? listable)
        .flatMap((entity) => modelOf(principal, entity, q))
        .sort(byRelevance)
        .slice(0, limit)
        .map(({ entityKey, id, label, field, record }) => ({ entityKey, id, label, record, match: { field } }));
      expect(dataOf(answer)).toEqual({ items: expected, truncated: false });
    });
    await fc.assert(agrees, { numRuns: figure(150, 2_000) });
  });

  it("a walk by relevance returns what the model finds, in its order", async () => {
    const agrees = fc.asyncProperty(aQuestion, async ({ principal, q, limit }) => {
      for (const entity of ENTITIES.filter(canList(principal))) {
        const ids: string[] = [];
        let cursor: string | null = null;
        do {
          const json = { search: q, sort: "relevance", limit, cursor };
          const path = `/entities/${entity}/records/query`;
          const answer = await send(origin, { method: "POST", path, token: tokens[principal], json });
          const page = dataOf<Page>(answer);
          ids.push(...page.items.map(({ id }) => id));
          cursor = page.nextCursor;
        } while (cursor !== null);
        const expected = modelOf(principal, entity, q).sort(byRelevance);
        expect(ids).toEqual(expected.map(({ id }) => id));
      }
    });
    await fc.assert(agrees, { numRuns: figure(30, 500) });
  });
});
