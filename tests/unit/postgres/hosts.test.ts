/** A database with several hosts: connections go to the one that accepts writes. */
import { expect, it } from "vitest";
import { Connection, connectionSettings } from "@/lib/postgres/connection";
import { openPool } from "@/lib/postgres/pool";
import { addressesOf, env } from "@/lib/process/env";
import { freePort } from "../../support/free-port";
import { startRelay } from "../../support/relay";
import { openTestDatabase, query } from "../configuration/database";

openTestDatabase();

it.each([
  ["postgres://a/name", ["postgres://a/name"]],
  [
    "postgres://me:w@,rd@a:1,b:2/name?x=1,2",
    ["postgres://me:w@,rd@a:1/name?x=1,2", "postgres://me:w@,rd@b:2/name?x=1,2"],
  ],
  ["postgres://a,b,c:3/name", ["postgres://a/name", "postgres://b/name", "postgres://c:3/name"]],
])("%s has an address for each host", (url, addresses) => {
  expect(addressesOf(url)).toEqual(addresses);
});

const acceptingWrites = () => {
  const address = new URL(env().DATABASE_URL as string);
  address.searchParams.set("target_session_attrs", "read-write");
  return address;
};

it("the second host is used by the pool once the first cannot be reached, and for as long as it can be", async () => {
  const address = acceptingWrites();
  const [first, second] = [await startRelay(address.href), await startRelay(address.href)];
  const hosts = [first, second].map((relay) => new URL(relay.url).host);
  const url = address.href.replace(address.host, [`127.0.0.1:${await freePort()}`, ...hosts].join());
  const pool = openPool(2, url);
  const ask = () => pool.lendTo("custom", (connection) => connection.send({ text: "SELECT 1 AS one", values: [] }));
  expect(await ask()).toEqual([{ one: 1 }]);
  expect(first.connections()).toBe(1);
  first.cut();
  await expect.poll(() => pool.totalCount).toBe(0);
  expect(await ask()).toEqual([{ one: 1 }]);
  expect(second.connections()).toBe(1);
  first.restore();
  second.cut();
  await expect.poll(() => pool.totalCount).toBe(0);
  expect(await ask()).toEqual([{ one: 1 }]);
  await pool.end();
  await Promise.all([first.stop(), second.stop()]);
});

it("a server that accepts no writes is not used where the address asks for one that does", async () => {
  const [row] = await query("SELECT current_database() AS name");
  const { name } = row as { name: string };
  await query(`ALTER DATABASE "${name}" SET default_transaction_read_only = on`);
  const connection = new Connection({ ...connectionSettings(), connectionString: acceptingWrites().href });
  await expect(connection.connect()).rejects.toThrow("The server accepts no writes.");
  await connection.end();
  const relay = await startRelay(acceptingWrites().href);
  const pool = openPool(2, relay.url);
  await expect(pool.lend("custom")).rejects.toThrow("The server accepts no writes.");
  await expect.poll(() => relay.connections(), { message: "open connections to it" }).toBe(0);
  await pool.end();
  await relay.stop();
  await query(`ALTER DATABASE "${name}" RESET default_transaction_read_only`);
  const usable = new Connection({ ...connectionSettings(), connectionString: acceptingWrites().href });
  await usable.connect();
  await usable.end();
});
