/** A statement that is known by name answers as one that is not: its columns are described once, for every connection. */
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { connectionSettings, pool } from "@/lib/store/client";
import { recordLane } from "@/lib/store/lane";
import { SentStatement, send } from "@/lib/store/sent-statement";
import { openTestDatabase } from "../configuration/database";

openTestDatabase();

const TEXT = `
  SELECT $1::int, 'text', TRUE, NULL::text, ARRAY['a', 'b,"c"'], '\\x00ff'::bytea, '{"a": [1]}'::jsonb,
    12345678901234567890::numeric
  FROM generate_series(1, 2)`;
const row = (number: number) => [
  number,
  "text",
  true,
  null,
  ["a", 'b,"c"'],
  Buffer.from([0, 255]),
  { a: [1] },
  "12345678901234567890",
];

const named = (number: unknown, name = "types") => new SentStatement({ name, text: TEXT, values: [number] });

let connection: pg.Client;

beforeAll(async () => {
  connection = new pg.Client(connectionSettings());
  await connection.connect();
});
afterAll(() => connection.end());

describe("of every type", () => {
  it("a statement without a name", async () => {
    expect(await send(new SentStatement({ text: TEXT, values: [1] }), connection)).toEqual([row(1), row(1)]);
  });

  it("a statement with a name, the first time and the next ones", async () => {
    for (const number of [1, 2, 3]) expect(await send(named(number), connection)).toEqual([row(number), row(number)]);
  });

  it("a statement that another connection had described", async () => {
    await send(named(1), connection);
    expect(await send(named(4), pool())).toEqual([row(4), row(4)]);
    await recordLane.open();
    expect(await send(named(5), recordLane)).toEqual([row(5), row(5)]);
  });
});

it("many on one connection are answered each with its own rows", async () => {
  await recordLane.open();
  const numbers = Array.from({ length: 50 }, (_, number) => number);
  const answers = await Promise.all(numbers.map((number) => send(named(number), recordLane)));
  expect(answers).toEqual(numbers.map((number) => [row(number), row(number)]));
});

it("its error is its caller's, and the connection goes on", async () => {
  await send(named(1), connection);
  await expect(send(named("no number"), connection)).rejects.toMatchObject({ code: "22P02" });
  expect(await send(named(2), connection)).toEqual([row(2), row(2)]);
});

describe("a value that cannot be read", () => {
  const MONEY = 790;
  afterEach(() => pg.types.setTypeParser(MONEY, "text", (text: string) => text));

  it("is an error of its caller, and the connection goes on", async () => {
    pg.types.setTypeParser(MONEY, "text", () => {
      throw new Error("unreadable");
    });
    const unreadable = new SentStatement({ text: "SELECT 1::money FROM generate_series(1, 2)", values: [] });
    await expect(send(unreadable, connection)).rejects.toThrow("unreadable");
    expect(await send(named(1), connection)).toEqual([row(1), row(1)]);
  });
});
