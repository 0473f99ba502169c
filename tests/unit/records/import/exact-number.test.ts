/** Which numbers a double keeps: the rest would be stored as another number. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { JSON_NUMBER, survivesAsDouble } from "@/lib/records/import/exact-number";

it.each([
  "0",
  "-0",
  "0.0",
  "1e2",
  "0.1",
  "0.30000000000000004",
  "9007199254740991",
  "9007199254740992",
  "1e308",
  "5e-324",
  "1.50",
  "120e-1",
])("keeps %s", (text) => expect(survivesAsDouble(text)).toBe(true));

it.each([
  "9007199254740993",
  "1e400",
  "-1e400",
  "1e-400",
  "0.1000000000000000055511151231257827",
  "3.141592653589793238",
])("refuses %s", (text) => expect(survivesAsDouble(text)).toBe(false));

it("keeps every double as JavaScript writes it", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => survivesAsDouble(String(value))),
  );
});

it.each(["", "+1", "01", ".5", "5.", "0x10", "1_000", "NaN", "Infinity", "1e", " 1"])("is no number: %j", (text) =>
  expect(JSON_NUMBER.test(text)).toBe(false),
);
