/** GET /entities/:entityKey (spec: Entity description; contract § 5). */
import { describe, expect } from "vitest";
import { OPERATORS } from "@/lib/model";
import type { Answer } from "../support/http";
import { dataOf, openOrganization, recordsPath } from "../support/organization";
import { rowsOf } from "../support/scenario";

type FieldView = { key: string; operators: string[]; queryable: boolean; sortable: boolean } & Record<string, unknown>;
type EntityView = { fields: FieldView[]; systemFields: FieldView[]; permissions: Record<string, boolean> };

const acme = await openOrganization();
const row = rowsOf(acme);

const fieldsOf = (answer: Answer) => dataOf<EntityView>(answer).fields;
const keysOf = (answer: Answer) => fieldsOf(answer).map((field) => field.key);
const fieldOf = (answer: Answer, key: string) => fieldsOf(answer).find((field) => field.key === key);

describe("200", () => {
  row("a description has the entity's members and the permission map", {
    request: { path: "/entities/accounts", as: "wim" },
    expect: {
      status: 200,
      data: {
        entityKey: "accounts",
        label: "Account",
        pluralLabel: "Accounts",
        description: "Customers and their groups",
        labelField: "name",
        permissions: { list: true, create: true, update: true, delete: true },
        fields: expect.any(Array),
        systemFields: expect.any(Array),
      },
    },
    after: (answer) => expect(keysOf(answer)).toEqual(["name", "city", "parent"]),
  });

  row("a text field is described with all its keys", { path: "/entities/accounts", as: "wim" }, 200, (answer) =>
    expect(fieldOf(answer, "name")).toStrictEqual({
      key: "name",
      label: "Name",
      description: null,
      type: "text",
      required: true,
      unique: true,
      multiple: false,
      default: null,
      createable: true,
      updateable: true,
      queryable: true,
      sortable: true,
      searchable: true,
      operators: expect.arrayContaining(["eq", "neq", "in", "nin", "contains", "starts_with", "is_null"]),
      options: [],
      reference: null,
      referencedFields: [],
      min: null,
      max: null,
      maxLength: 100,
      deprecated: false,
      deprecation: null,
    }),
  );

  row("the organization's variables and guards are not described", {
    request: { path: "/entities/notes", as: "red" },
    expect: { status: 200 },
    after: (answer) => expect(answer.text).not.toMatch(/seeTeam|team|createdBy|readVerb/),
  });
});

describe("what discovery says holds", () => {
  /** A value of the right type for every operator, so that only the operator is in question. */
  const VALUES: Record<string, unknown> = {
    name: "x",
    integer: 1,
    decimal: "1.5",
    boolean: true,
    date: "2024-01-31",
    select: "a",
    multiselect: ["red"],
    reference: "01890000-0000-7000-8000-000000000000",
  };
  function valueFor(operator: string, value: unknown): unknown {
    if (operator === "is_null") return true;
    if (operator === "between") return [value, value];
    if (operator === "any_of" || operator === "all_of") return Array.isArray(value) ? value : [value];
    if (operator === "in" || operator === "nin") return [value];
    return value;
  }

  for (const [field, value] of Object.entries(VALUES)) {
    row(`the operators of ${field} are exactly those that a filter may use`, {
      request: { path: "/entities/samples", as: "ada" },
      expect: { status: 200 },
      after: async (answer) => {
        const promised = fieldOf(answer, field)?.operators ?? [];
        expect(promised.length).toBeGreaterThan(0);
        const kept: string[] = [];
        for (const operator of OPERATORS) {
          const where = [field, operator, valueFor(operator, value)];
          const reply = await acme.post("ada", `${recordsPath("samples")}/query`, { where });
          if (reply.status === 200) kept.push(operator);
          else expect(reply.text).toContain('"INVALID_FILTERS"');
        }
        expect([...promised].sort()).toEqual(kept.sort());
      },
    });
  }

  row("sortable and queryable are exactly what list and query allow", {
    request: { path: "/entities/samples", as: "wim" },
    expect: { status: 200 },
    after: async (answer) => {
      for (const { key, sortable, queryable } of fieldsOf(answer)) {
        const sorted = await acme.call("wim", { path: `${recordsPath("samples")}?sort=${key}:asc` });
        expect([key, sorted.status]).toEqual([key, sortable ? 200 : 400]);
        const where = [key, "is_null", true];
        const filtered = await acme.post("wim", `${recordsPath("samples")}/query`, { where });
        expect([key, filtered.status]).toEqual([key, queryable ? 200 : 400]);
      }
    },
  });
});

row("a word of JavaScript is no entity", { path: "/entities/__proto__", as: "ada" }, "404 ENTITY_NOT_FOUND");
