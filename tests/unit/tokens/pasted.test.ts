/** A pasted token is found wherever it stands, and nothing of its secret goes on. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { issueToken, parseToken } from "@/lib/authentication/token-secret";
import { hasToken, NO_TOKEN, readPasted, SEARCHABLE_PATTERN, withoutSecrets } from "@/lib/tokens/pasted";

const ID = "0123456789abcdefABCDEF";
/** Its checksum was worked out with Python: zlib.crc32, then base62 by hand. */
const TOKEN = `service_v1_${ID}_${"a".repeat(43)}0H2diU`;

describe("a whole token", () => {
  it.each([
    ["alone", TOKEN],
    ["in a header", `Authorization: Bearer ${TOKEN}`],
    ["in a line of an .env file", `SERVICE_TOKEN=${TOKEN}`],
    ["behind a name and an underscore", `TOKEN_${TOKEN}`],
  ])("is found %s", (_, input) => {
    expect(readPasted(input)).toEqual({ kind: "token", id: ID, hint: "service_v1_0123…CDEF" });
  });

  it("is what the server recognizes as one", () => {
    fc.assert(
      fc.property(fc.nat(82), fc.constantFrom("a", "B", "7", "_", "é", ""), (index, letter) => {
        const { text } = issueToken();
        const changed = text.slice(0, index) + letter + text.slice(index + 1);
        for (const candidate of [text, changed]) {
          expect(readPasted(candidate).kind === "token").toBe(parseToken(candidate) !== null);
        }
      }),
    );
  });
});

it.each([
  ["a token without its end", TOKEN.slice(0, -1)],
  ["a token with a letter too many", `${TOKEN}x`],
  ["a token with a wrong letter", TOKEN.replace("aaa", "aba")],
  ["a token of another version", TOKEN.replace("v1", "v2")],
  ["a token in capitals", TOKEN.toUpperCase()],
  ["a token without its beginning", TOKEN.slice(4)],
  ["a secret alone", TOKEN.slice(-49)],
])("what may hold most of a secret is not searched for: %s", (_, input) => {
  expect(readPasted(input)).toEqual({ kind: "damaged" });
});

it.each([
  ["nothing", "", ""],
  ["a name", " Nightly sync ", "Nightly sync"],
  ["a hint", "service_v1_0123…CDEF", "service_v1_0123…CDEF"],
  ["an id", ID, ID],
  ["a UUID", "01a1fd2f-22f5-7575-9dc8-588bcf42ce35", "01a1fd2f-22f5-7575-9dc8-588bcf42ce35"],
])("other words are searched for: %s", (_, input, text) => {
  expect(readPasted(input)).toEqual({ kind: "text", text });
});

describe("the part of a search that is sent", () => {
  it.each([
    ["a name", "Nightly sync 2026", "Nightly sync 2026"],
    ["an id", ID, ID],
    ["a hint", "service_v1_0123…CDEF", "service_v1_0123…CDEF"],
    ["the beginning of a long word", "Rechnungsabgrenzungsposten 7", "Rechnungsabgrenzungspo 7"],
    ["no more of a secret than an id is long", "Zm9vYmFyYmF6cXV4Zm9vYmFy", "Zm9vYmFyYmF6cXV4Zm9vYm"],
    ["no more of any of two", `${"a".repeat(30)}_${"b".repeat(30)}`, `${"a".repeat(22)}_${"b".repeat(22)}`],
  ])("is %s", (_, text, sent) => {
    expect(withoutSecrets(text)).toBe(sent);
  });

  it("is limited the same way by a browser without scripts", () => {
    // As HTML reads a pattern.
    const pattern = new RegExp(`^(?:${SEARCHABLE_PATTERN})$`, "v");
    for (const text of ["", "Nightly sync", ID, "service_v1_0123…CDEF"])
      expect([text, pattern.test(text)]).toEqual([text, true]);
    for (const text of [TOKEN, TOKEN.slice(-49), `x ${"a".repeat(23)} y`])
      expect([text, pattern.test(text)]).toEqual([text, false]);
  });
});

it("a browser alone keeps a token out of an address, and lets request ids and long keys pass", () => {
  const pattern = new RegExp(`^(?:${NO_TOKEN.pattern})$`, "v");
  const ids = ["", "0198a1fd-bfd2-7171-a84c-b38263f1785f", "4bf92f3577b34da6a3ce929d0e0e4736", "ada@example.test"];
  for (const text of [...ids, "customerRelationshipManager", "service_v1_0123…CDEF"])
    expect([text, pattern.test(text)]).toEqual([text, true]);
  for (const text of [TOKEN, `Bearer ${TOKEN}`, TOKEN.toUpperCase(), TOKEN.slice(0, 40)])
    expect([text, pattern.test(text)]).toEqual([text, false]);
});

describe("a text that is stored in clear", () => {
  it.each([
    ["a token", `Sync ${TOKEN}`],
    ["a token without its end", TOKEN.slice(0, 40)],
    ["a token without its beginning", TOKEN.slice(4)],
    ["a token in capitals", TOKEN.toUpperCase()],
    ["most of a secret", `x: ${"a".repeat(38)}0H`],
  ])("may not hold %s", (_, text) => {
    expect(hasToken(text)).toBe(true);
  });

  it.each([
    ["a hint", "Replaces service_v1_0123…CDEF"],
    ["an id", `Replaces ${ID}`],
    ["the hash of a commit", "Deployed from 356a192b7913b04c54574d18c28d46e6395428ab"],
    ["a long word", "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"],
  ])("may hold %s", (_, text) => {
    expect(hasToken(text)).toBe(false);
  });
});
