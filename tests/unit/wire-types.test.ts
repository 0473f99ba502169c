/** The values of each field type on the wire, and their one stored form. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FieldType, JsonValue } from "@/lib/model";
import { compareDecimals, parseDatetime, WIRE_TYPES } from "@/lib/wire-types";

const NOT_STRINGS: JsonValue[] = [0, 1.5, true, false, [], ["a"], {}];

it.each<[FieldType, JsonValue, JsonValue]>([
  ["text", "a\u0301 😀", "a\u0301 😀"],
  ["integer", 9007199254740991, 9007199254740991],
  ["integer", -0, 0],
  ["number", -0, 0],
  ["decimal", "12.50", "12.50"],
  ["decimal", "9".repeat(100), "9".repeat(100)],
  ["date", "2024-02-29", "2024-02-29"],
  ["date", "9999-12-31", "9999-12-31"],
  ["multiselect", ["a", "a"], ["a", "a"]],
  ["json", { a: [1, null] }, { a: [1, null] }],
])("a value of its type, %s: %j is stored as %j", (type, value, stored) => {
  const parsed = WIRE_TYPES[type].parse(value);
  expect(parsed).toEqual(stored);
  expect(Object.is(parsed, -0)).toBe(false);
});

it.each<[FieldType, JsonValue[]]>([
  ["text", NOT_STRINGS],
  ["email", NOT_STRINGS],
  ["url", NOT_STRINGS],
  ["select", NOT_STRINGS],
  ["reference", NOT_STRINGS],
  ["integer", ["1", 1.5, 9007199254740992, -9007199254740992, 1e300, true, [], {}]],
  ["number", ["1", true, [], {}]],
  ["boolean", ["true", 0, 1, "", []]],
  [
    "decimal",
    [1, "", "1.", ".5", "01", "+1", "1e3", "--1", "1,5", " 1", "1 ", "0x1", "NaN", "٣", `${"9".repeat(100)}0`, "-"],
  ],
  ["date", [0, "", "2026-1-31", "2026-02-29", "0000-01-01", "20260131", "2026-01-31 "]],
  ["date", ["2026-01-31T00:00:00Z", "٢٠٢٦-01-31", "2026-01-31\n"]],
  ["multiselect", ["a", [1], ["a", null], [["a"]], {}, true]],
])("a value of another type: %s accepts none of %j", (type, values) => {
  for (const value of values) expect([value, WIRE_TYPES[type].parse(value)]).toEqual([value, undefined]);
});

describe("a date and time", () => {
  it.each([
    ["2026-01-31T12:00:00.000Z", "2026-01-31T12:00:00.000Z"],
    ["2026-01-31T12:00Z", "2026-01-31T12:00:00.000Z"],
    ["2026-01-31t12:00:00z", "2026-01-31T12:00:00.000Z"],
    ["2026-01-31T12:00:00.120000Z", "2026-01-31T12:00:00.120Z"],
    ["2026-01-31T12:00:00+02:00", "2026-01-31T10:00:00.000Z"],
    ["2026-01-31T12:00:00-05:30", "2026-01-31T17:30:00.000Z"],
    ["2024-03-01T00:30:00+01:00", "2024-02-29T23:30:00.000Z"],
    ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
    ["0099-06-01T00:00:00Z", "0099-06-01T00:00:00.000Z"],
  ])("%s is %s", (text, stored) => {
    expect(parseDatetime(text)).toBe(stored);
  });

  it.each([
    "",
    "2026-01-31",
    "2026-01-31T12:00:00",
    "2026-01-31 12:00:00Z",
    "2026-01-31T24:00:00Z",
    "2026-01-31T12:00:60Z",
    "2026-02-29T12:00:00Z",
    "2026-01-31T12:00:00.1234Z",
    "2026-01-31T12:00:00+24:00",
    "2026-01-31T12:00:00+0100",
    "0001-01-01T00:00:00+00:01",
    "9999-12-31T23:59:59-00:01",
    "0000-01-01T00:00:00Z",
    "2026-01-31T12:00:00Z\n",
    `2026-01-31T12:00:00.1${"0".repeat(1_000_000)}Z`,
  ])("%.40j is none", (text) => {
    expect(parseDatetime(text)).toBeUndefined();
  });

  it("is the same moment whatever its offset", () => {
    const moment = fc.date({ min: new Date("0002-01-01"), max: new Date("9998-12-31"), noInvalidDate: true });
    const offset = fc.integer({ min: -1439, max: 1439 });
    const same = fc.property(moment, offset, (date, minutes) => {
      const local = new Date(date.getTime() + minutes * 60_000).toISOString().slice(0, -1);
      const size = Math.abs(minutes);
      const two = (value: number) => String(value).padStart(2, "0");
      const text = `${local}${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
      expect(parseDatetime(text)).toBe(date.toISOString());
    });
    fc.assert(same, { numRuns: 500 });
  });
});

it("a date is one exactly when the calendar has that day", () => {
  const parts = fc.tuple(
    fc.integer({ min: 1, max: 9999 }),
    fc.integer({ min: 0, max: 13 }),
    fc.integer({ min: 0, max: 32 }),
  );
  const same = fc.property(parts, ([year, month, day]) => {
    const text = `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
    const date = new Date(`${text}T00:00:00Z`);
    const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
    expect(WIRE_TYPES.date.parse(text)).toBe(exists ? text : undefined);
  });
  fc.assert(same, { numRuns: 1000 });
});

describe("decimals", () => {
  it.each<[string, string, number]>([
    ["1", "1.00", 0],
    ["-0", "0.0", 0],
    ["-1.5", "-1.25", -1],
    ["90071992547409931.2", "90071992547409931.1", 1],
    ["0.1000000000000000000000000000001", "0.1", 1],
  ])("%s against %s is %i", (left, right, order) => {
    expect(compareDecimals(left, right)).toBe(order);
    expect(compareDecimals(right, left)).toBe(0 - order);
  });

  it("are compared exactly, digit by digit", () => {
    const exact = fc.record({
      units: fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
      zeros: fc.integer({ min: 0, max: 5 }),
    });
    const SCALE = 12;
    const write = ({ units, zeros }: { units: bigint; zeros: number }) => {
      const digits = String(units < 0n ? -units : units).padStart(SCALE + 1, "0");
      return `${units < 0n ? "-" : ""}${digits.slice(0, -SCALE)}.${digits.slice(-SCALE)}${"0".repeat(zeros)}`;
    };
    const same = fc.property(exact, exact, (left, right) => {
      const order = left.units < right.units ? -1 : left.units > right.units ? 1 : 0;
      expect(compareDecimals(write(left), write(right))).toBe(order);
      expect(WIRE_TYPES.decimal.parse(write(left))).toBe(write(left));
    });
    fc.assert(same, { numRuns: 500 });
  });
});
