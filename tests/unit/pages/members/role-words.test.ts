/** What a role can do, beside its tick. */
import { expect, it } from "vitest";
import { formatRole } from "@/app/(member)/admin/members/role-words";
import type { Configuration, Role } from "@/lib/model";

const entities = new Map(
  ["accounts", "deals", "contacts", "tickets", "invoices", "payroll"].map((key) => [
    key,
    {
      pluralLabel: `The ${key}`,
      fields: new Map([["a", { readVerb: key === "tickets" ? "review" : null, writeVerb: null }]]),
    },
  ]),
) as unknown as Configuration["entities"];

const mine: Role["grants"][number]["where"] = { field: "owner", operator: "eq", value: "$member.id" } as never;

const wordsOf = (grants: Role["grants"]) => formatRole({ key: "sales", name: "Sales", grants }, { entities });

it("names entities with their verbs, and those that reach some records only", () => {
  expect(
    wordsOf([
      { entityKey: "deals", verbs: ["create", "list"], where: null },
      { entityKey: "deals", verbs: ["update", "list"], where: mine },
      { entityKey: "accounts", verbs: ["list"], where: mine },
    ]),
  ).toBe("The deals: list, create; update on some · The accounts: list on some");
});

it("says all where there is no further verb", () => {
  const verbs = ["delete", "list", "create", "update"] as const;
  expect(wordsOf([{ entityKey: "deals", verbs: [...verbs], where: null }])).toBe("The deals: all");
  expect(wordsOf([{ entityKey: "tickets", verbs: [...verbs], where: null }])).toBe(
    "The tickets: list, create, update, delete",
  );
  expect(wordsOf([{ entityKey: "tickets", verbs: [...verbs, "review"], where: null }])).toBe("The tickets: all");
});
