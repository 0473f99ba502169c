/** The requests that are shown for an entity: every value passes the checks that a request with it goes through. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EntityAccess } from "@/lib/access/compile";
import type { EntityDocument } from "@/lib/configuration/schema";
import { toEntityDescription } from "@/lib/entities/view";
import type { JsonValue, SortItem } from "@/lib/model";
import { parseAggregateBody } from "@/lib/public-api/input/aggregate-body";
import { parseBatchBody } from "@/lib/public-api/input/batch-body";
import { parseQueryBody } from "@/lib/public-api/input/list-query";
import { examplesOf, exampleValue, type Known } from "@/lib/public-api/openapi/entity/entity-examples";
import { planGroups, planMeasures } from "@/lib/query/aggregate/aggregate-plan";
import { requireKnownValues } from "@/lib/query/filter/known-values";
import { callerResolver, planFilter, planSort } from "@/lib/query/plan";
import { requireInitialState } from "@/lib/records/rules/lifecycle";
import { checkData, checkNewData, checkValue, missingFields } from "@/lib/records/rules/validate";
import { anyEntities, WORDS } from "../../../../support/oracle/generate-worlds";
import { accessTo } from "../../../compiled";

const FOUR = ["list", "create", "update", "delete"];
const ID = "01a1fd2f-22f5-7575-9dc8-588bcf42ce35";

const DEALS: EntityDocument = {
  key: "deals",
  label: "Deal",
  labelField: "title",
  fields: [
    { key: "title", type: "text", required: true, maxLength: 9 },
    { key: "stage", type: "select", options: ["open", "won"] },
    { key: "amount", type: "decimal", min: "20" },
    { key: "number", type: "integer", unique: true, max: 7 },
    { key: "account", type: "reference", entity: "deals", required: true },
    { key: "priority", type: "integer", default: 3 },
    { key: "signed", type: "date" },
    { key: "notes", type: "json" },
  ],
  lifecycle: { field: "stage", initial: ["open"], transitions: [{ from: "open", to: "won" }] },
};

function shown(document: EntityDocument, verbs: string[], known: Known = {}) {
  const [deals] = accessTo([document], verbs).entities();
  if (deals === undefined) throw new Error("There is no entity.");
  const all = { entity: (key: string) => (key === document.key ? deals : null), entities: () => [deals] };
  return examplesOf(toEntityDescription(deals, all), { recordIdOf: () => ID, ...known });
}

describe("the examples of an entity", () => {
  it("have every required field, the label, and a few more", () => {
    const { create } = shown(DEALS, FOUR, { begin: { field: "stage", states: ["open"] } });
    expect(create).toEqual({
      data: { title: "Example", stage: "open", amount: "20", account: ID, priority: 42, signed: "2026-11-21" },
    });
  });

  it("ask for what the entity has", () => {
    const { query, aggregate } = shown(DEALS, ["list"]);
    expect(query).toEqual({
      where: ["stage", "in", ["open", "won"]],
      sort: [{ field: "amount", direction: "desc" }],
      fields: ["title", "stage", "amount"],
      limit: 10,
    });
    expect(aggregate).toEqual({ groupBy: ["stage"], measures: { records: ["count"], total: ["sum", "amount"] } });
  });

  it("have no create where a required field cannot be written, or has no value", () => {
    const [title, ...fields] = DEALS.fields;
    const guarded = { ...DEALS, fields: [{ ...title, writeVerb: "set" }, ...fields] } as EntityDocument;
    expect(shown(guarded, FOUR).create).toBeNull();
    const short = { ...DEALS, fields: [...DEALS.fields, { key: "mail", type: "email", required: true, maxLength: 4 }] };
    expect(shown(short as EntityDocument, FOUR).create).toBeNull();
  });
});

it("of any entity, for anybody pass the checks that requests go through", () => {
  const worlds = fc.tuple(anyEntities(), fc.subarray(FOUR, { minLength: 1 }), fc.subarray(WORDS));
  fc.assert(
    fc.property(worlds, ([entities, verbs, words]) => {
      const all = accessTo(entities as EntityDocument[], [...verbs, ...words]).entities();
      const known = { entity: (key: string) => all.find(({ entity }) => entity.key === key) ?? null };
      for (const one of all) requireLegal(one, toEntityDescription(one, { ...known, entities: () => all }));
    }),
    { numRuns: 300 },
  );
});

function requireLegal(access: EntityAccess, description: Parameters<typeof examplesOf>[0]): void {
  const { entity } = access;
  const { lifecycle } = entity;
  const begin = lifecycle?.initial ? { field: lifecycle.field, states: lifecycle.initial } : null;
  const { create, update, batch, query, aggregate } = examplesOf(description, { begin });
  for (const field of description.fields) {
    const value = exampleValue(field);
    expect([field.key, checkValue(knownField(access, field.key), value)]).toEqual([field.key, null]);
  }
  for (const data of [create?.data, update?.data]) {
    const keys = Object.keys(data ?? {});
    expect(keys.filter((key) => !access.writable.has(key))).toEqual([]);
    expect(checkData(entity, data ?? {}).details).toEqual([]);
  }
  if (create !== null) {
    const { data, details } = checkNewData(entity, create.data);
    // A required field of which the caller knows nothing.
    const unseen = missingFields(entity, data).filter(({ field }) => !access.writable.has(field));
    expect(details.filter(({ field }) => !unseen.some((one) => one.field === field))).toEqual([]);
    // A state of which the caller knows nothing.
    const isUnseen =
      lifecycle !== null && !description.fields.some((field) => field.key === lifecycle.field && field.createable);
    if (!isUnseen) requireInitialState(access, data);
  }
  if (batch !== null) for (const { op } of parseBatchBody(batch).operations) expect(op).not.toBe("none");
  const resolve = callerResolver(access.queryable);
  if (query !== null) {
    const { where, sort, fields } = parseQueryBody(query as Record<string, JsonValue>);
    if (where !== null) requireKnownValues(planFilter(where, resolve), resolve);
    planSort(sort as SortItem[], resolve);
    expect((fields ?? []).filter((key) => !access.readable.has(key))).toEqual([]);
  }
  if (aggregate !== null) {
    const { groupBy, measures } = parseAggregateBody(aggregate);
    planGroups(groupBy, resolve);
    planMeasures(measures, resolve);
  }
}

function knownField({ entity }: EntityAccess, key: string) {
  const field = entity.fields.get(key);
  if (field === undefined) throw new Error(`There is no field ${key}.`);
  return field;
}
