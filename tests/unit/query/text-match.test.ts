/**
 * Text matching ignores the case and the Unicode form of every letter (contract § 6), whether Node's Unicode or PostgreSQL's is the newer one.
 */
import { describe, expect, it } from "vitest";
import { read } from "@/lib/postgres/query";
import { escapeLike, fold, likeSql } from "@/lib/query/text";
import { join, sql } from "../../../lib/query/sql";
import { openTestDatabase } from "../configuration/database";
import { TITLE, titled } from "./things-entity";

openTestDatabase();

/** A target list of PostgreSQL has at most 1,664 entries. */
const AT_ONCE = 1000;
/** Past these are no letters with a case. */
const LAST = 0x1ffff;

const LETTERS = Array.from({ length: LAST }, (_, code) => code)
  .filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff))
  .map((code) => String.fromCodePoint(code))
  .filter((letter) => letter.toLowerCase() !== letter);

/** The pairs of which the first, as text of a record, does not have the second in it. */
async function missed(pairs: [text: string, part: string][]): Promise<string[]> {
  const found: unknown[] = [];
  for (let at = 0; at < pairs.length; at += AT_ONCE) {
    const some = pairs.slice(at, at + AT_ONCE);
    const conditions = some.map(([text, part]) => likeSql(TITLE, titled(text), `%${escapeLike(fold(part))}%`));
    const [row] = await read<{ found: boolean[] }>(sql`SELECT ARRAY[${join(conditions)}] AS found`);
    found.push(...(row?.found ?? []));
  }
  return pairs.filter((_, index) => found[index] !== true).map(([text, part]) => `${part} in ${text}`);
}

describe("every letter that has a lowercase form", () => {
  it("is found by itself", async () => {
    expect(await missed(LETTERS.map((letter) => [letter, letter]))).toEqual([]);
  });

  it("is found by its lowercase form", async () => {
    expect(await missed(LETTERS.map((letter) => [`a${letter}b`, letter.toLowerCase()]))).toEqual([]);
  });

  it("finds its lowercase form", async () => {
    expect(await missed(LETTERS.map((letter) => [`a${letter.toLowerCase()}b`, letter]))).toEqual([]);
  });
});

it.each([
  ["ᲗᲑᲘᲚᲘᲡᲘ 100%", "თბილისი 100%"],
  ["თბილისი", "ᲗᲑᲘᲚᲘᲡᲘ"],
  ["ΟΔΟΣ", "οδος"],
  ["οδος ΟΔΟΣ", "ς Ο"],
  ["Straẞe", "straße"],
  ["CAFE\u0301", "caf\u00e9"],
  ["\u00ca\u0323", "\u00ea\u0323"],
  [`E${"\u0301".repeat(40)}`, `e${"\u0301".repeat(40)}`],
])("%s has %s in it", async (text, part) => {
  expect(await missed([[text, part]])).toEqual([]);
});

it("a letter whose lowercase form only PostgreSQL knows is found in either form", async () => {
  // As if folding had left the capital alone.
  const matches = ["É", "é"].map((text) => likeSql(TITLE, titled(text), "%É%"));
  expect(await read(sql`SELECT ARRAY[${join(matches)}] AS found`)).toEqual([{ found: [true, true] }]);
});

it.each([
  ["თბილისი", "თბილის_"],
  ["ᲗᲑᲘᲚᲘᲡᲘ", "Თ%ს"],
  ["STRASSE", "straße"],
  ["CAF\u00c9", "cafe"],
])("%s does not have %s in it", async (text, part) => {
  expect(await missed([[text, part]])).toEqual([`${part} in ${text}`]);
});
