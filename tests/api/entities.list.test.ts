/** GET /entities (spec: Endpoints; contract § 5). */
import { describe, expect } from "vitest";
import { dataOf, openOrganization } from "../support/organization";
import { rowsOf } from "../support/scenario";

const acme = await openOrganization();
const row = rowsOf(acme);
const dealsOnly = await acme.issue("ada", { scopes: [{ entity: "deals", verbs: ["list", "update"] }] });
const nothingLeft = await acme.issue("rea", { scopes: [{ entity: "deals", verbs: ["create"] }] });
const overInternal = await acme.issue("ada", { scopes: [{ entity: "internal", verbs: ["list"] }] });

const keysOf = (answer: Parameters<typeof dataOf>[0]) =>
  dataOf<{ items: { entityKey: string }[] }>(answer).items.map((item) => item.entityKey);

describe("200", () => {
  row("the entities are listed by key, with labels and the permission map, and nothing else", {
    request: { path: "/entities", as: "rea" },
    expect: {
      status: 200,
      data: {
        items: [
          {
            entityKey: "accounts",
            label: "Account",
            pluralLabel: "Accounts",
            description: "Customers and their groups",
            permissions: { list: true, create: false, update: false, delete: false },
          },
          {
            entityKey: "deals",
            label: "Deal",
            pluralLabel: "Deals",
            description: null,
            permissions: { list: true, create: false, update: false, delete: false },
          },
          {
            entityKey: "notes",
            label: "Note",
            pluralLabel: "Notes",
            description: null,
            permissions: { list: true, create: false, update: false, delete: false },
          },
          {
            entityKey: "samples",
            label: "Sample",
            pluralLabel: "Samples",
            description: null,
            permissions: { list: true, create: false, update: false, delete: false },
          },
          {
            entityKey: "vault",
            label: "Safe",
            pluralLabel: "Safes",
            description: null,
            permissions: { list: true, create: false, update: false, delete: false },
          },
        ],
      },
    },
  });

  row("an entity that is not exposed is never listed, not even to those with every right on it", {
    request: { path: "/entities", as: "ada" },
    expect: { status: 200 },
    after: (answer) => expect(keysOf(answer)).toEqual(["accounts", "deals", "notes", "samples", "vault"]),
  });

  row("entities without a usable verb are left out", {
    request: { path: "/entities", as: "ann" },
    expect: { status: 200 },
    after: (answer) => expect(keysOf(answer)).toEqual(["notes"]),
  });

  row("one usable verb is enough to be listed", {
    request: { path: "/entities", as: "del" },
    expect: { status: 200 },
    after: (answer) => expect(keysOf(answer)).toEqual(["accounts", "deals", "notes", "samples", "vault"]),
  });

  row("a verb that holds on some rows only counts as usable", {
    request: { path: "/entities", as: "ann" },
    expect: {
      status: 200,
      data: {
        items: [
          {
            entityKey: "notes",
            label: "Note",
            pluralLabel: "Notes",
            description: null,
            permissions: { list: true, create: true, update: true, delete: true },
          },
        ],
      },
    },
  });

  row("the token's scopes narrow the list and the permission map", {
    request: { path: "/entities", token: dealsOnly.text },
    expect: {
      status: 200,
      data: {
        items: [
          {
            entityKey: "deals",
            label: "Deal",
            pluralLabel: "Deals",
            description: null,
            permissions: { list: true, create: false, update: true, delete: false },
          },
        ],
      },
    },
  });

  row("a scope beyond the owner's rights gives nothing", {
    request: { path: "/entities", token: nothingLeft.text },
    expect: { status: 200, data: { items: [] } },
  });

  row("a scope does not expose an entity", {
    request: { path: "/entities", token: overInternal.text },
    expect: { status: 200, data: { items: [] } },
  });

  row("an owner without roles gets an empty list, not a refusal", {
    request: { path: "/entities", as: "nil" },
    expect: { status: 200, data: { items: [] } },
  });

  for (const parameter of ["limit=1", "cursor=x", "fields=label"]) {
    row(`the entity list is not paged and takes no parameters: ${parameter}`, {
      request: { path: `/entities?${parameter}`, as: "rea" },
      expect: { status: 400, code: "INVALID_FILTERS" },
    });
  }

  row("HEAD of the entity list has no body", {
    request: { method: "HEAD", path: "/entities", as: "rea" },
    expect: { status: 200 },
  });
});

describe("401", () => {
  row("the entity list without a token is refused", {
    request: { path: "/entities" },
    expect: { status: 401, code: "INVALID_TOKEN" },
  });
});
