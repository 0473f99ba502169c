/** The rank of a label for a search (contract § 17), as PostgreSQL computes it. */
import { expect, it } from "vitest";
import { read } from "@/lib/postgres/query";
import { RANKS, rankSql } from "@/lib/query/page/relevance";
import type { Column } from "@/lib/query/plan";
import { parseSearch } from "@/lib/query/text";
import { sql } from "../../../lib/query/sql";
import { openTestDatabase } from "../configuration/database";
import { TITLE } from "./things-entity";

openTestDatabase();

async function rankOf(search: string, label: string | null, column: Column | null = TITLE): Promise<number> {
  const rank = rankSql(parseSearch(search), column);
  const data = JSON.stringify({ title: label });
  const [row] = await read<{ rank: number }>(sql`SELECT ${rank} AS rank FROM (SELECT ${data}::jsonb AS data) n`);
  return row?.rank ?? -1;
}

it.each<[search: string, label: string | null, rank: keyof typeof RANKS]>([
  ["berlin", "Berlin", "equal"],
  ["munchen", "München", "equal"],
  ["strasse", "Straße", "equal"],
  ["σοφος", "ΣΟΦΌΣ", "equal"],
  ["new   york", "New York", "equal"],
  ["berl", "Berlin", "begins"],
  ["new york", "New York City", "begins"],
  ["blue  whale", "Blue  Whale", "equal"],
  ["blue whale", "blue\u00a0\n whale", "equal"],
  ["são  paulo", "\u3000Sao\u00a0Paulo\t", "equal"],
  ["new york", "New\u2028York\ufeffCity", "begins"],
  ["plover", "\ufeffplover\u2003song", "begins"],
  ["new new york", "New New York", "equal"],
  ["york york new", "New York", "wordsBegin"],
  ["wool", "100% wool", "wordsBegin"],
  ["denis", "Saint-Denis", "wordsBegin"],
  ["lin", "(Lin)", "wordsBegin"],
  ["lin", "a\u2003lin\tb", "wordsBegin"],
  ["lin", "a—lin", "wordsBegin"],
  ["ano", "«año»", "wordsBegin"],
  ["a.c", "x a.c", "wordsBegin"],
  ["new ork", "New York", "contains"],
  [".", "a.b", "contains"],
  ["a.c", "abc", "elsewhere"],
  ["new paris", "New York", "elsewhere"],
  ["berlin", null, "elsewhere"],
])("for %j, %j %s", async (search, label, rank) => {
  expect(await rankOf(search, label)).toBe(RANKS[rank]);
});

it("compares the first 1,000 characters", async () => {
  expect(await rankOf("end", `${"x".repeat(996)} end`)).toBe(RANKS.wordsBegin);
  expect(await rankOf("end", `${"x".repeat(998)} end`)).toBe(RANKS.elsewhere);
});

it("does not look at a label that the caller cannot search", async () => {
  expect(await rankOf("berlin", "Berlin", null)).toBe(RANKS.elsewhere);
});
