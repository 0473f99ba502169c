/** Statements that are asked often are known to PostgreSQL by name; how many, is bounded. */
import { beforeEach, expect, it, vi } from "vitest";
import { Prisma } from "@/generated/prisma/client";
import { AccessChanged } from "@/lib/access/changed";
import { EVERYTHING } from "@/lib/query/plan";
import { findRecord } from "@/lib/store/records";
import { read } from "@/lib/store/statement";
import { openTestDatabase } from "../configuration/database";

openTestDatabase();

const NOWHERE = "00000000-0000-7000-8000-000000000000";

let preparedName: (text: string) => string | undefined;

beforeEach(async () => {
  vi.resetModules();
  ({ preparedName } = await import("@/lib/store/prepared"));
});

function ask(text: string, times: number): (string | undefined)[] {
  return Array.from({ length: times }, () => preparedName(text));
}

it("a statement has no name until it was asked twenty times, and one from then on", () => {
  expect(ask("SELECT 1", 19)).toEqual(Array(19).fill(undefined));
  expect(ask("SELECT 1", 3)).toEqual(["prepared-1", "prepared-1", "prepared-1"]);
});

it("two statements never share a name", () => {
  ask("SELECT 1", 20);
  expect(ask("SELECT 2", 20).at(-1)).toBe("prepared-2");
});

it("two hundred statements have names, and no more", () => {
  for (let n = 1; n <= 200; n += 1) ask(`SELECT ${n}`, 20);
  expect(ask("SELECT 201", 100).every((name) => name === undefined)).toBe(true);
  expect(preparedName("SELECT 200")).toBe("prepared-200");
});

it("the entity of a request may be removed while it runs: its rights have changed", async () => {
  const projection = { entityKey: "things", hidden: [], conditional: [] };
  await expect(findRecord(NOWHERE, NOWHERE, EVERYTHING, projection)).rejects.toBeInstanceOf(AccessChanged);
});

it("any other relation that is missing is a fault", async () => {
  await expect(read(Prisma.sql`SELECT 1 FROM no_such_table`)).rejects.toMatchObject({ code: "42P01" });
});
