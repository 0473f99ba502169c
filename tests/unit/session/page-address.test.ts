/** One table of parameters, from which the addresses of a list are read and written. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { addressOf, CURSOR, type ListAddress, readAddress, TEXT, unfilteredAddress } from "@/lib/session/page-address";

const LIST = {
  path: "/things",
  filters: { text: ["q", TEXT.default("")], color: ["c", z.enum(["red", "blue"])] },
  view: { order: ["sort", z.enum(["new", "old"]).default("new")] },
  place: { cursor: ["after", CURSOR], open: ["open", TEXT] },
} satisfies ListAddress;

const STATE = { text: "a&b", color: "red", order: "old", cursor: "xyz", open: "7" } as const;

describe("an address", () => {
  it("is read as it was written", () => {
    const written = addressOf(LIST, STATE);
    expect(written).toBe("/things?q=a%26b&c=red&sort=old&after=xyz&open=7");
    expect(readAddress(LIST, Object.fromEntries(new URL(written, "http://x").searchParams))).toEqual(STATE);
  });

  it("has no parameters for what is absent, or the default", () => {
    const state = readAddress(LIST, {});
    expect(state).toEqual({ text: "", color: undefined, order: "new", cursor: null, open: undefined });
    expect(addressOf(LIST, state)).toBe("/things");
    expect(addressOf(LIST, {})).toBe("/things");
  });

  it.each([{ c: "green" }, { sort: "" }, { sort: "name" }, { c: " " }, { c: [] }, { other: "x" }, { color: "red" }])(
    "counts as empty if it has %j",
    (parameters) => {
      expect(readAddress(LIST, parameters)).toEqual(readAddress(LIST, {}));
    },
  );

  it("has the first of several values, trimmed, without NUL, and at most 200 characters of a text", () => {
    expect(readAddress(LIST, { q: [" a\0b ", "c"] }).text).toBe("ab");
    expect(readAddress(LIST, { q: "x".repeat(300) }).text).toHaveLength(200);
  });

  it("goes back to the first page once a filter or the order changes", () => {
    expect(addressOf(LIST, STATE, { color: "blue" })).toBe("/things?q=a%26b&c=blue&sort=old");
    expect(addressOf(LIST, STATE, { color: undefined })).toBe("/things?q=a%26b&sort=old");
    expect(addressOf(LIST, STATE, { order: "new" })).toBe("/things?q=a%26b&c=red");
    expect(addressOf(LIST, STATE, {})).toBe("/things?q=a%26b&c=red&sort=old");
  });

  it("keeps the order when the filters are cleared", () => {
    expect(unfilteredAddress(LIST, STATE)).toBe("/things?sort=old");
  });
});
