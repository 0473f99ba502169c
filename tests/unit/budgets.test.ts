/** Every budget that callers share has a limit for each level, and contract § 3 has its numbers. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { BUDGETS, type Budget } from "@/lib/budgets";
import { runtime } from "@/lib/process/runtime";
import { detourBudget } from "@/lib/records/load/locked-entities";
import { databaseBudgets } from "@/lib/records/load/shares";

// No connection is opened: shares only know how many there may be.
process.env.DATABASE_URL ??= "postgres://nobody@127.0.0.1:1/nothing";
afterAll(() => runtime.close());

const MIB = 1024 * 1024;
const TABLE = /### Shared budgets\n[^|]*(\|[\s\S]*?\|\n)\n/.exec(readFileSync("docs/contract.md", "utf8"))?.[1] ?? "";

const documented = Object.fromEntries(
  TABLE.trim()
    .split("\n")
    .slice(2)
    .map((line) => {
      const [, name = "", ...cells] = line.split(/\||, of a member /).map((cell) => cell.trim());
      const [process, organization, ...others] = cells.slice(0, -2).map(numberOf);
      const [token, member] = others.toReversed();
      return [name, { process, organization, ...(member === undefined ? {} : { member }), token }];
    }),
);

function numberOf(cell: string): number | undefined {
  const [, digits, unit] = /^([\d,]+)( MiB)?$/.exec(cell) ?? [];
  return digits === undefined ? undefined : Number(digits.replaceAll(",", "")) * (unit === undefined ? 1 : MIB);
}

const NAMES: Record<keyof typeof BUDGETS, string> = {
  pages: "Pages over 1 MiB, from their query until the socket has taken them",
  bodies: "Arriving bodies, beyond their first 16 KiB",
  streams: "Streams",
  streamPages: "Pages that streams send",
  waiting: "Requests that `wait`",
  deliveries: "Webhook deliveries",
  webhookReads: "Webhook deliveries that read the database",
  webhookTests: "Test deliveries",
};

function ofCode(): Record<string, Budget> {
  const { lists, batches, connections } = databaseBudgets();
  return {
    "Lists, queries, aggregates and searches": lists,
    Batches: batches,
    "Database connections": connections,
    "Reads by key of one entity while their shared connection is held up": detourBudget(),
    ...Object.fromEntries(Object.entries(BUDGETS).map(([key, budget]) => [NAMES[key as keyof typeof BUDGETS], budget])),
  };
}

describe("the table of shared budgets", () => {
  it("has every budget, with the numbers of the code, and no other", () => {
    expect(documented).toEqual(ofCode());
  });

  it("has a limit for a token below that of its organization, and this below all, where there are several places", () => {
    for (const [name, { process, organization, member = organization, token }] of Object.entries(ofCode())) {
      const levels = [process, organization, member, token];
      expect(levels, name).toEqual(levels.toSorted((one, other) => other - one));
      if (organization > 1) expect(token, name).toBeLessThan(organization);
      if (process > 1) expect(organization, name).toBeLessThan(process);
    }
  });

  it("lists everything that a semaphore limits", () => {
    // Nobody signs in with a token, and addresses are limited before.
    const ofOthers = ["lib/session/password.ts"];
    const made = filesOf("lib", "server", "app").filter((file) =>
      readFileSync(file, "utf8").includes("new Semaphore("),
    );
    expect(made.filter((file) => !ofOthers.includes(file))).toEqual(["lib/budgets.ts"]);
  });
});

function filesOf(...folders: string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => path.join(folder, name)),
  );
}
