/** What the index of a search is asked for: the parts of words that exclude records, and never anything else than the words. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Prisma } from "@/generated/prisma/client";
import { read } from "@/lib/postgres/query";
import { askedOfIndex, countPieces, type Order, recentSince, type Sampled, type Way, wayTo } from "@/lib/query/pieces";
import { searchTextSql } from "@/lib/query/text";
import { openTestDatabase } from "../configuration/database";

openTestDatabase();

/** So many of a hundred texts have these words. */
const TEXTS = Array.from({ length: 100 }, (_, n) =>
  [
    "deal",
    n < 60 && "office",
    n < 40 && "berlin",
    n < 25 && "reeling",
    n < 6 && "celest",
    n < 2 && "zeppelin",
    n < 1 && "x-ray é1a",
  ]
    .filter(Boolean)
    .join(" "),
);
const PIECES = countPieces(TEXTS);

describe("the index is asked for", () => {
  it.each<[words: string[], asked: string[], why: string]>([
    [["zeppelin"], ["zeppelin"], "the whole word, if no piece of it is too frequent to help"],
    [["zeppelinofficequetzal"], ["zeppelinof"], "one side of pieces that most texts have"],
    [["quetzal"], ["quetzal"], "a word that no text has"],
    [["deal"], ["deal"], "a word that every text has, if there is no other"],
    [["deal", "zeppelin"], ["zeppelin"], "no word that every text has beside a rare one"],
    [["celest", "deal"], ["celest"], "no word that every text has beside one of six in a hundred"],
    [["office", "quetzal"], ["quetzal"], "no word that most texts have beside a rare one"],
    [["berlin", "quetzal"], ["berlin", "quetzal"], "a word that fewer have"],
    [["a", "zeppelin"], ["zeppelin"], "no word without a piece"],
    [["a", "of"], ["a", "of"], "the words, if none has a piece"],
    [["deal", "x-ray", "büro"], ["x-ray", "büro", "deal"], "words of which it is not known what the index has"],
    [[], [], "nothing, if there are no words"],
  ])("%j: %j, %s", (words, asked) => {
    expect(askedOfIndex(words, PIECES).parts.sort()).toEqual([...asked].sort());
  });
});

it("the index is asked for the rarest part of a word, wherever it is", () => {
  const texts = TEXTS.map((_, n) => ["bcd", n < 40 && "abc", n < 1 && "cdef"].filter(Boolean).join(" "));
  expect(askedOfIndex(["abcdef"], countPieces(texts)).parts).toEqual(["cdef"]);
});

it.each<[words: string[], share: number, why: string]>([
  [["zeppelin"], 0.03, "one more than its rarest piece has been seen in"],
  [["quetzal"], 0.01, "one, where none was seen"],
  [["deal", "celest"], 0.07, "those of the rarer word"],
  [["deal"], 1, "all"],
  [["a", "büro"], 1, "all, where nothing is known"],
])("%j: in %d of all records at most, %s", (words, share) => {
  expect(askedOfIndex(words, PIECES).share).toBeCloseTo(share, 9);
});

it.each<[word: string, isSeen: boolean]>([
  ["celest", true],
  ["zeppelin", false],
  ["quetzal", false],
  ["büro", false],
])("%s is in so many texts of the sample that a guess is not far off: %s", (word, isSeen) => {
  expect(askedOfIndex([word], PIECES).isSeen).toBe(isSeen);
});

it("of words whose pieces some texts have, the texts with the words are counted", () => {
  const texts = Array.from({ length: 200 }, (_, n) => {
    const words = ["deal", n < 8 && "4712", n >= 4 && n < 12 && "x711", n >= 2 && n < 7 && "12"];
    return words.filter(Boolean).join(" ");
  });
  const of = (...words: string[]) => {
    const { share, isSeen } = askedOfIndex(words, countPieces(texts));
    return { texts: Math.round(share * 200) - 1, isSeen };
  };
  expect(of("4712")).toEqual({ texts: 8, isSeen: true });
  expect(of("4711")).toEqual({ texts: 0, isSeen: false });
  expect(of("4712", "x711")).toEqual({ texts: 4, isSeen: false });
  expect(of("4712", "12")).toEqual({ texts: 8, isSeen: true });
  expect(of("4712", "deal")).toEqual({ texts: 8, isSeen: true });
  expect(of("x711", "büro")).toEqual({ texts: 0, isSeen: false });
});

/** One record each second since 1970. */
const sampled = (share: number, records: number): Sampled => ({
  parts: [],
  share,
  isSeen: true,
  records,
  times: Array.from({ length: 101 }, (_, n) => n * records * 10),
});

describe("the first 100 matches of a word", () => {
  type Kind = Way["kind"];
  const NEWEST: Order = { byTime: true, isWhole: true };
  it.each<[share: number, records: number, newest: Kind, ofPart: Kind, byField: Kind]>([
    // In ms: 4 of all matches, 140 along the time or 400 along a field, 19 of recent ones.
    [0.001, 1_000_000, "all matches", "all matches", "all matches"],
    // 34, 18 or 50, 5.
    [0.008, 1_000_000, "recent matches", "along the order", "all matches"],
    // 51, 12 or 33, 6.
    [0.012, 1_000_000, "recent matches", "along the order", "along the order"],
    // 255, 2 or 7, 16.
    [0.06, 1_000_000, "along the order", "along the order", "along the order"],
    // 43, 140 or 400, 22.
    [0.001, 10_000_000, "recent matches", "all matches", "all matches"],
    // 128, 47 or 133, 15.
    [0.003, 10_000_000, "recent matches", "along the order", "all matches"],
    // 383, 16 or 44, 26.
    [0.009, 10_000_000, "along the order", "along the order", "along the order"],
    // 9, 7 or 20, 3.
    [0.02, 100_000, "recent matches", "along the order", "all matches"],
    // Recent records would be more than there are.
    [0.009, 30_000, "all matches", "all matches", "all matches"],
    [1, 30_000, "along the order", "along the order", "along the order"],
  ])("that %d of %d records have: %s; of a part of them: %s; by a field: %s", (share, records, ...ways) => {
    const [newest, ofPart, byField] = ways;
    expect(wayTo(100, sampled(share, records), NEWEST).kind).toBe(newest);
    expect(wayTo(100, sampled(share, records), { ...NEWEST, isWhole: false }).kind).toBe(ofPart);
    expect(wayTo(100, sampled(share, records), { ...NEWEST, byTime: false }).kind).toBe(byField);
  });
  it("that are sought among recent records are those since enough should match", () => {
    expect(wayTo(100, sampled(0.012, 1_000_000), NEWEST)).toEqual({ kind: "recent matches", since: 975_000_000 });
  });
  it("are not sought among recent records if it was hardly seen, or it is not known when they were created", () => {
    expect(wayTo(100, { ...sampled(0.008, 1_000_000), isSeen: false }, NEWEST).kind).toBe("along the order");
    expect(wayTo(100, { ...sampled(0.008, 1_000_000), times: [] }, NEWEST).kind).toBe("along the order");
  });
});

it("recent records are three times as many as should have the matches", () => {
  // 300 of 30,000 records of a million, of which one was created each second.
  expect(recentSince(100, sampled(0.01, 1_000_000))).toBe(970_000_000);
  expect(recentSince(100, sampled(0.012, 1_000_000))).toBe(975_000_000);
  expect(recentSince(100, sampled(0.01, 30_000))).toBe(0);
  expect(recentSince(100, sampled(0.01, 29_999))).toBeNull();
});

it("a piece is counted once in each text, and not across a space or another character", () => {
  const { counts } = countPieces(["abcabc abc", "ab c", "ab-c", "abéc", "xabc", "009 zzz", ""]);
  const of = (piece: string) => counts[Number.parseInt(piece, 36)];
  expect([of("abc"), of("bca"), of("009"), of("zzz"), of("xab")]).toEqual([2, 1, 1, 1, 1]);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(7);
});

it("whatever the index is asked for, exactly the texts with every word are found", async () => {
  const anyWord = fc.oneof(
    { weight: 5, arbitrary: fc.string({ unit: fc.constantFrom(..."aabcd1"), minLength: 1, maxLength: 6 }) },
    { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(..."abé%_\\-σ😀"), minLength: 1, maxLength: 5 }) },
  );
  const anyText = fc.array(anyWord, { maxLength: 6 }).map((words) => words.join(" "));
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyText, { minLength: 1, maxLength: 40 }),
      fc.array(anyWord, { minLength: 1, maxLength: 3 }),
      async (texts, words) => {
        const condition = searchTextSql(words, askedOfIndex(words, countPieces(texts)).parts);
        const rows = await read<{ place: number }>(Prisma.sql`
          SELECT r.place::int AS place FROM unnest(${texts}::text[]) WITH ORDINALITY AS r(search_text, place)
          WHERE ${condition} ORDER BY r.place`);
        const expected = texts.flatMap((text, index) =>
          words.every((word) => text.includes(word)) ? [index + 1] : [],
        );
        expect(rows.map(({ place }) => place)).toEqual(expected);
      },
    ),
    { numRuns: 500 },
  );
});
