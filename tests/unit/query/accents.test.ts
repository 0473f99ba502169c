/**
 * A search ignores accents (contract § 6): what Node stores and asks for, and what PostgreSQL makes of a column, are one and
 * the same for every character.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { read } from "@/lib/postgres/query";
import { fold, parseSearch, searchSql, withoutAccents } from "@/lib/query/text";
import { join, sql } from "../../../lib/query/sql";
import { LETTERS } from "../../support/corpus/letters";
import { openTestDatabase } from "../configuration/database";
import { TITLE, titled } from "./things-entity";

openTestDatabase();

const AT_ONCE = 20_000;
const LAST = 0x2ffff;
const isStorable = (text: string) => !text.includes("\0") && text.isWellFormed();
const CHARACTERS = Array.from({ length: LAST }, (_, before) => String.fromCodePoint(before + 1)).filter(isStorable);

async function byPostgres(texts: string[]): Promise<string[]> {
  const found: string[] = [];
  for (let at = 0; at < texts.length; at += AT_ONCE) {
    const part = texts.slice(at, at + AT_ONCE);
    const rows = await read<{ text: string }>(
      sql`SELECT without_accents(text) AS text FROM unnest(${part}::text[]) WITH ORDINALITY AS t(text, place) ORDER BY place`,
    );
    found.push(...rows.map(({ text }) => text));
  }
  return found;
}

describe("text without accents", () => {
  it.each([
    ["münchen", "munchen"],
    ["mu\u0308nchen", "munchen"],
    ["ånge, ærø, łódź, đorđe", "ange, aero, lodz, dorde"],
    ["straße", "strasse"],
    ["þingvellir, kırşehir, ĳsselmeer, œuvre", "thingvellir, kirsehir, ijsselmeer, oeuvre"],
    ["αθήνα", "αθηνα"],
    ["서울", "서울"],
    ["がぎぐ", "がぎぐ"],
    ["か\u3099", "が"],
    ["क़लम", "क\u093cलम"],
    ["שָׁלוֹם", "שָׁלוֹם".normalize("NFC")],
    ["", ""],
  ])("of %s is %s", (text, plain) => {
    expect(withoutAccents(text)).toBe(plain);
  });

  it("is the same in PostgreSQL, for every character there is", async () => {
    const small = CHARACTERS.map(fold);
    const found = await byPostgres(small);
    const others = small.filter((text, index) => withoutAccents(text) !== found[index]);
    expect(others.map((text) => text.codePointAt(0)?.toString(16))).toEqual([]);
  });

  it("and for texts of several", async () => {
    const letter = fc.oneof(
      fc.constantFrom(..."aeiouøßæþıй서がक़ά\u0301\u0308\u0328\u3099\u093c"),
      fc.string({ unit: "grapheme" }),
    );
    const texts = fc.sample(fc.array(letter, { maxLength: 12 }), 3_000).map((letters) => fold(letters.join("")));
    const storable = [...texts, ...LETTERS.map((text) => fold(text))].filter(isStorable);
    expect(await byPostgres(storable)).toEqual(storable.map(withoutAccents));
  });
});

describe("a search over some columns", () => {
  /** Whether the text, as that of a record, has every word. */
  async function finds(pairs: [text: string, search: string][]): Promise<unknown[]> {
    const conditions = pairs.map(([text, search]) => searchSql(parseSearch(search), [TITLE], titled(text)));
    const [row] = await read<{ found: boolean[] }>(sql`SELECT ARRAY[${join(conditions)}] AS found`);
    return row?.found ?? [];
  }

  it("ignores accents on both sides", async () => {
    const pairs: [string, string][] = [
      ["München", "munchen"],
      ["Mu\u0308nchen", "MÜNCHEN"],
      ["Straße", "STRASSE"],
      ["STRASSE", "straße"],
      ["İstanbul", "istanbul"],
      ["Iğdır", "igdir"],
      ["ΟΔΌΣ", "οδος"],
      ["ᲗᲑᲘᲚᲘᲡᲘ 100%", "თბილისი 100%"],
      ["한국", "한국".normalize("NFD")],
    ];
    expect(await finds(pairs)).toEqual(pairs.map(() => true));
  });

  it("distinguishes letters that are not accents", async () => {
    const pairs: [string, string][] = [
      ["か", "が"],
      ["국", "구"],
      ["München", "m_nchen"],
      ["München", "m%n"],
    ];
    expect(await finds(pairs)).toEqual(pairs.map(() => false));
  });
});
