/** What a role can do, beside its tick. */
import { expect, it } from "vitest";
import { formatRole } from "@/app/(member)/admin/members/role-words";
import type { Configuration, Role } from "@/lib/model";

const entities = new Map(
  ["accounts", "deals", "contacts", "tickets", "invoices", "payroll"].map((key) => [
    key,
    { pluralLabel: `The ${key}` },
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
  ).toBe("list, create on The deals; update on some The deals; list on some The accounts");
});

it("names the first of many entities, and says where there is nothing", () => {
  const grants = [...entities.keys()].map((entityKey) => ({ entityKey, verbs: ["list" as const], where: null }));
  expect(wordsOf(grants)).toBe(
    "list on The accounts; list on The deals; list on The contacts; list on The tickets; and more on 2 others",
  );
  expect(wordsOf([])).toBe("No access");
});
