/**
 * The ratchet of size: no room, nor the tests, documents and closures, grows beyond its number in `tests/size.json`. Lower the
 * numbers with `node --import tsx tests/write-size.ts`, which writes what is there now.
 */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { measureSize, type Size } from "../support/size";

const limits = JSON.parse(readFileSync("tests/size.json", "utf8")) as Size;

it.each(Object.entries(measureSize()))("%s is at most as large as its number", (name, size) => {
  expect(size).toBeLessThanOrEqual(limits[name] ?? 0);
});
