/** GET /entities (spec: Endpoints; contract § 5). */
import { describe, expect } from "vitest";
import { dataOf, openOrganization } from "../support/organization";
import { rowsOf } from "../support/scenario";

const acme = await openOrganization();
const row = rowsOf(acme);
const dealsOnly = await acme.issue("ada", { scopes: [{ entity: "deals", verbs: ["list", "update"] }] });

const ONLY_LIST = { list: true, create: false, update: false, delete: false };
const DEALS = { entityKey: "deals", label: "Deal", pluralLabel: "Deals", description: null };

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
            permissions: ONLY_LIST,
          },
          ...["deals", "notes", "samples", "vault"].map((entityKey) => expect.objectContaining({ entityKey })),
        ],
      },
    },
  });

  row("an entity that is not exposed is never listed, not even to those with every right on it", {
    request: { path: "/entities", as: "ada" },
    expect: { status: 200 },
    after: (answer) => expect(keysOf(answer)).toEqual(["accounts", "deals", "notes", "samples", "vault"]),
  });

  row("the token's scopes narrow the list and the permission map", {
    request: { path: "/entities", token: dealsOnly.text },
    expect: { status: 200, data: { items: [{ ...DEALS, permissions: { ...ONLY_LIST, update: true } }] } },
  });

  row("an owner without roles gets an empty list, not a refusal", {
    request: { path: "/entities", as: "nil" },
    expect: { status: 200, data: { items: [] } },
  });
});
