/** What makes two bodies under one key the same: contract § 7, Idempotency-Key. */
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { hashBody, isSameBody } from "@/lib/records/same-body";

const isSame = async (first: string, second: string) => {
  const body = JSON.parse(second);
  return isSameBody(await hashBody(JSON.parse(first)), await hashBody(body), body);
};

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
  ])("is another one with %s", async (_, first, second) => {
    expect(await isSame(first, second)).toBe(false);
  });

  it("is the same as the version before has kept it, in the order of its keys", async () => {
    const body = { b: 1, a: 2 };
    const kept = createHash("sha256").update('{"b":1,"a":2}').digest();
    expect(isSameBody(kept, await hashBody(body), body)).toBe(true);
  });
});
