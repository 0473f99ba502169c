/** What makes two bodies under one key the same: contract § 7, Idempotency-Key. */
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { hashBody } from "@/lib/records/body-hash";

const isSame = async (first: string, second: string) =>
  (await hashBody(JSON.parse(first))).equals(await hashBody(JSON.parse(second)));

describe("a repeated body", () => {
  it.each([
    ["keys in another order", '{"b":[{"d":1,"c":2}],"a":null}', '{"a":null,"b":[{"c":2,"d":1}]}'],
    ["keys that are numbers", '{"10":1,"9":2}', '{"9":2,"10":1}'],
    ["__proto__ among its keys", '{"__proto__":1,"a":2}', '{"a":2,"__proto__":1}'],
  ])("is the same with %s", async (_, first, second) => {
    expect(await isSame(first, second)).toBe(true);
  });

  it.each([
    ["items in another order", "[1,2]", "[2,1]"],
    ["a member that is null instead of absent", '{"a":null}', "{}"],
    ["a number in quotes", "[1]", '["1"]'],
    ["other keys with the same values", '{"a":1}', '{"b":1}'],
    ["its members one level deeper", '{"a":{"b":1}}', '{"a":1,"b":1}'],
    ["__proto__ left out", '{"__proto__":1}', "{}"],
  ])("is different with %s", async (_, first, second) => {
    expect(await isSame(first, second)).toBe(false);
  });

  it("is hashed as the JSON with its keys in order, in whatever pieces", async () => {
    const texts = Array.from({ length: 3 }, () => "é".repeat(70_000));
    const json = `{"a":[${texts.map((text) => `"${text}"`).join()},1.5,true,null],"b":{}}`;
    const expected = createHash("sha256").update(json).digest();
    expect(await hashBody({ b: {}, a: [...texts, 1.5, true, null] })).toEqual(expected);
  });
});
