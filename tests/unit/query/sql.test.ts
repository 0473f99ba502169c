/** SQL as templates within templates: what the texts and values are, however often and in whatever order they are built. */
import { expect, it } from "vitest";
import { join, raw, type Sql, sql } from "@/lib/query/sql";

const built = ({ text, values }: Sql) => [text, values];
const equal = (left: unknown, right: unknown) => sql`${left} = ${right}`;

it("numbers the values in the order of the text", () => {
  const name = raw('"deals"');
  const where = join([equal(sql`stage`, "won"), equal(sql`amount`, 5)], " AND ");
  const statement = sql`SELECT ${1}::int, ${sql``}id FROM ${name} WHERE ${where} LIMIT ${10}`;
  expect(built(statement)).toEqual([
    'SELECT $1::int, id FROM "deals" WHERE stage = $2 AND amount = $3 LIMIT $4',
    [1, "won", 5, 10],
  ]);
});

it.each([1, 2])("the same template gives another text for other parts, and each statement its values (time %i)", () => {
  expect(built(equal(sql`a`, 1))).toEqual(["a = $1", [1]]);
  expect(built(equal(1, sql`a`))).toEqual(["$1 = a", [1]]);
  expect(built(equal(sql`a`, sql`b`))).toEqual(["a = b", []]);
  expect(built(equal(raw("b"), raw("a")))).toEqual(["b = a", []]);
  expect(built(equal(equal(1, 2), 3))).toEqual(["$1 = $2 = $3", [1, 2, 3]]);
  expect(built(equal(4, equal(5, 6)))).toEqual(["$1 = $2 = $3", [4, 5, 6]]);
  expect(built(join([1, sql`a`, 2]))).toEqual(["$1,a,$2", [1, 2]]);
  expect(built(join([sql`a`, sql`b`], " OR "))).toEqual(["a OR b", []]);
  expect(built(join([sql`a`]))).toEqual(["a", []]);
});

it("builds texts again once they took too much memory", () => {
  const long = "c".repeat(2 ** 20);
  const texts = Array.from({ length: 10 }, (_, index) => equal(raw(`${long}${index}`), index).text);
  expect(texts.map((text) => text.slice(2 ** 20))).toEqual(Array.from({ length: 10 }, (_, index) => `${index} = $1`));
  expect(built(equal(sql`a`, 1))).toEqual(["a = $1", [1]]);
});
