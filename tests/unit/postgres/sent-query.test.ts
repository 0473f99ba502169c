/** A statement that is known by name has the same rows as one that is not: its columns are described once, for every connection. */
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Connection, connectionSettings } from "@/lib/postgres/connection";
import { openTestDatabase } from "../configuration/database";

openTestDatabase();

const TEXT = `
  SELECT $1::int AS number, 'text' AS text, TRUE AS truth, NULL::text AS nothing, ARRAY['a', 'b,"c"'] AS list,
    '\\x00ff'::bytea AS bytes, '{"a": [1]}'::jsonb AS json, 12345678901234567890::numeric AS exact
  FROM generate_series(1, 2)`;
const row = (number: number) => ({
  number,
  text: "text",
  truth: true,
  nothing: null,
  list: ["a", 'b,"c"'],
  bytes: Buffer.from([0, 255]),
  json: { a: [1] },
  exact: "12345678901234567890",
});

const named = (number: unknown, name = "types") => ({ name, text: TEXT, values: [number] });

async function connect(): Promise<Connection> {
  const connection = new Connection(connectionSettings());
  await connection.connect();
  return connection;
}

let connection: Connection;

beforeAll(async () => {
  connection = await connect();
});
afterAll(() => connection.end());

describe("of every type", () => {
  it("a statement without a name", async () => {
    expect(await connection.send({ text: TEXT, values: [1] })).toEqual([row(1), row(1)]);
  });

  it("a statement with a name, the first time and the next ones", async () => {
    for (const number of [1, 2, 3]) expect(await connection.send(named(number))).toEqual([row(number), row(number)]);
  });

  it("a statement that another connection had described", async () => {
    await connection.send(named(1));
    const other = await connect();
    expect(await other.send(named(4))).toEqual([row(4), row(4)]);
    await other.end();
  });
});

it("a value that cannot be read is its caller's error, and the connection stays usable", async () => {
  const MONEY = 790;
  pg.types.setTypeParser(MONEY, "text", () => {
    throw new Error("unreadable");
  });
  const unreadable = connection.send({ text: "SELECT 1::money FROM generate_series(1, 2)", values: [] });
  await expect(unreadable).rejects.toThrow("unreadable");
  pg.types.setTypeParser(MONEY, "text", (text: string) => text);
  expect(await connection.send(named(1))).toEqual([row(1), row(1)]);
});
