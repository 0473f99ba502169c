/** Computes the answer to an aggregate (contract § 6) on arrays, with decimals as whole numbers of one unit. */
import type { ErrorCode } from "@/lib/errors";
import type { FieldType, JsonObject, JsonValue } from "@/lib/model";
import type { ModelRecord } from "./file";
import { typeOfName, valueIn } from "./filters";
import { faultsOfList, recordsOf, wishOf } from "./listing";
import type { Reader } from "./references";
import { compareValues } from "./values";

type GroupItem = { field: string; by: string | null };
type Measures = Record<string, [word: string, field?: string]>;
export type AggregateInput = { where?: JsonValue; search?: string; groupBy?: JsonValue[]; measures: Measures };

const PLAIN: FieldType[] = ["text", "email", "url", "integer", "boolean", "select", "reference", "date", "datetime"];
const NUMBERS: FieldType[] = ["integer", "number", "decimal"];

/** The faults of a body whose shape is legal. */
export function faultsOfAggregate(
  reader: Reader,
  { where, search, groupBy = [], measures }: AggregateInput,
): ErrorCode[] {
  const { rights } = reader;
  const asked = { ...(where === undefined ? {} : { where }), ...(search === undefined ? {} : { search }) };
  const faults = faultsOfList(asked, reader);
  const judge = (name: string, fits: (type: FieldType) => boolean) => {
    if (!rights.mayQuery(name)) faults.push("FIELD_NOT_QUERYABLE");
    else if (!fits(typeOfName(rights.entity, name))) faults.push("INVALID_BODY");
  };
  for (const { field, by } of groupBy.map(groupItemOf)) {
    judge(field, (type) => {
      if (field === "id" || !PLAIN.includes(type)) return false;
      return by === null || type === "datetime" || (type === "date" && by !== "hour");
    });
  }
  for (const [word, field] of Object.values(measures)) {
    if (field === undefined) continue;
    const taken = word === "min" || word === "max" ? [...NUMBERS, "date", "datetime"] : NUMBERS;
    judge(field, (type) => word === "count" || (taken as string[]).includes(type));
  }
  return faults;
}

/** Averages are rounded, decimals have no trailing zeros: see `comparable`. */
export function aggregateOf(reader: Reader, { where, search, groupBy = [], measures }: AggregateInput): JsonObject {
  const asked = { ...(where === undefined ? {} : { where }), ...(search === undefined ? {} : { search }) };
  const records = recordsOf(reader, wishOf(asked));
  const { entity } = reader.rights;
  const items = groupBy.map(groupItemOf);
  const groups = new Map<string, { key: JsonValue[]; records: ModelRecord[] }>();
  if (items.length === 0) groups.set("[]", { key: [], records });
  else {
    for (const record of records) {
      const key = items.map(({ field, by }) => periodOf(valueIn(record, field), by));
      const group = groups.get(JSON.stringify(key)) ?? { key, records: [] };
      groups.set(JSON.stringify(key), { key, records: [...group.records, record] });
    }
  }
  const typeOf = (name: string | undefined) => (name === undefined ? "integer" : typeOfName(entity, name));
  const [first] = Object.values(measures);
  const rows = [...groups.values()].map(({ key, records: its }) => ({
    key,
    // Sorts by the exact sum: two sums can be the same number in JSON.
    rank: rankOf(first, typeOf(first?.[1]), its),
    values: Object.values(measures).map(([word, field]) => measureOf(word, field, typeOf(field), its)),
  }));
  const firstType: FieldType = first?.[0] === "count" ? "integer" : typeOf(first?.[1]);
  rows.sort((left, right) => {
    const byValue = nullsLast(left.rank, right.rank, (a, b) => -compareAny(firstType, a, b));
    if (byValue !== 0) return byValue;
    const orders = items.map(({ field }, index) =>
      nullsLast(left.key[index] ?? null, right.key[index] ?? null, (a, b) => compareValues(typeOf(field), a, b)),
    );
    return orders.find((order) => order !== 0) ?? 0;
  });
  const names = Object.keys(measures);
  const views = rows.map(({ key, values }) => ({
    group: Object.fromEntries(items.map(({ field }, index) => [field, key[index] ?? null])),
    ...Object.fromEntries(names.map((name, index) => [name, values[index] ?? null])),
  }));
  return { items: views, truncated: false };
}

/** The service's result, in the form of the model. */
export function comparable(
  data: JsonValue,
  { measures }: AggregateInput,
  typeOf: (name: string) => FieldType,
): JsonValue {
  const { items, ...rest } = data as { items: JsonObject[] } & JsonObject;
  const views = items.map((item) => {
    const entries = Object.entries(item).map(([name, value]): [string, JsonValue] => {
      const [word, field] = measures[name] ?? [];
      if (word === undefined || word === "count" || value === null || field === undefined) return [name, value];
      if (word === "avg") return [name, rounded(Number(value))];
      return [name, typeOf(field) === "decimal" || typeof value === "string" ? plain(value) : value];
    });
    return Object.fromEntries(entries);
  });
  return { ...rest, items: views };
}

export function groupItemOf(item: JsonValue): GroupItem {
  if (typeof item === "string") return { field: item, by: null };
  const { field, by = null } = item as { field: string; by?: string };
  return { field, by };
}

function rankOf([word = "", field]: [string?, string?] = [], type: FieldType, records: ModelRecord[]): JsonValue {
  const values = records.map((record) => (field === undefined ? null : valueIn(record, field)));
  const given = values.filter((value) => value !== null).map(String);
  if (word === "sum") return given.length === 0 ? null : sumOf(given);
  return measureOf(word, field, type, records);
}

function measureOf(word: string, field: string | undefined, type: FieldType, records: ModelRecord[]): JsonValue {
  if (field === undefined) return records.length;
  const values = records.map((record) => valueIn(record, field)).filter((value) => value !== null);
  if (word === "count") return values.length;
  const [first] = values;
  if (first === undefined) return null;
  if (word === "min" || word === "max") {
    const sign = word === "min" ? -1 : 1;
    const extreme = values.reduce((best, value) => (sign * compareValues(type, value, best) > 0 ? value : best), first);
    return type === "decimal" || typeof extreme === "string" ? plain(extreme) : extreme;
  }
  if (word === "avg") return rounded(averageOf(values.map(String)));
  const sum = sumOf(values.map(String));
  if (type === "decimal") return sum;
  const number = Number(sum);
  const isHeld = type === "integer" ? Number.isSafeInteger(number) : Number.isFinite(number);
  return isHeld ? number : sum;
}

/** Exact, without trailing zeros. */
function sumOf(texts: string[]): string {
  const { total, scale } = totalOf(texts);
  return spelledOut(total, scale);
}

function averageOf(texts: string[]): number {
  const { total, scale } = totalOf(texts);
  return Number(spelledOut((total * 10n ** 40n) / BigInt(texts.length), scale + 40));
}

/** In units of ten to the minus `scale`. */
function totalOf(texts: string[]): { total: bigint; scale: number } {
  const parts = texts.map((text) => {
    const [mantissa = "", exponent = "0"] = text.toLowerCase().split("e");
    const [whole = "", fraction = ""] = mantissa.split(".");
    return { digits: BigInt(whole + fraction), scale: fraction.length - Number(exponent) };
  });
  const scale = Math.max(0, ...parts.map((part) => part.scale));
  return { total: parts.reduce((sum, part) => sum + part.digits * 10n ** BigInt(scale - part.scale), 0n), scale };
}

function spelledOut(total: bigint, scale: number): string {
  const digits = String(total < 0n ? -total : total).padStart(scale + 1, "0");
  const point = digits.length - scale;
  return plain(`${total < 0n ? "-" : ""}${digits.slice(0, point)}${scale === 0 ? "" : `.${digits.slice(point)}`}`);
}

/** Averages are not exact: keeps twelve digits, and makes a tiny value zero. */
function rounded(average: number): string {
  return (Math.abs(average) < 1e-300 ? 0 : average).toPrecision(12);
}

function plain(value: JsonValue): string {
  const text = String(value);
  const short = /^-?\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, "") : text;
  return short === "-0" ? "0" : short;
}

function compareAny(type: FieldType, left: JsonValue, right: JsonValue): number {
  const isText = typeof left === "string" || typeof right === "string";
  const isNumber = NUMBERS.includes(type);
  return isNumber && isText
    ? compareValues("decimal", spelled(left), spelled(right))
    : compareValues(type, left, right);
}

/** Without an exponent. */
function spelled(value: JsonValue): string {
  return typeof value === "number" ? sumOf([String(value)]) : String(value);
}

function nullsLast(left: JsonValue, right: JsonValue, compare: (left: JsonValue, right: JsonValue) => number): number {
  if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1;
  return compare(left, right);
}

/** The first day, or moment, of the period. */
function periodOf(value: JsonValue, by: string | null): JsonValue {
  if (value === null || by === null) return value;
  const text = String(value);
  const moment = new Date(text);
  const [year, month, day, hour] = [
    moment.getUTCFullYear(),
    moment.getUTCMonth(),
    moment.getUTCDate(),
    moment.getUTCHours(),
  ];
  const start = new Date(0);
  const to = (y: number, m = 0, d = 1, h = 0) => {
    start.setUTCFullYear(y, m, d);
    start.setUTCHours(h);
  };
  if (by === "year") to(year);
  else if (by === "quarter") to(year, month - (month % 3));
  else if (by === "month") to(year, month);
  else if (by === "week") to(year, month, day - ((moment.getUTCDay() + 6) % 7));
  else if (by === "day") to(year, month, day);
  else to(year, month, day, hour);
  return start.toISOString().slice(0, text.length);
}
