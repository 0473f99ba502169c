/** Everything that a store holds, as text: for looking for what should not be there. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { Redis } from "ioredis";
import { sql } from "./database-client";

/** Every row of every table, the partitions of records included. Bytes come as `\x` and hexadecimal digits. */
export async function dumpDatabase(): Promise<string> {
  const tables = await sql<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by name`,
  );
  const parts: string[] = [];
  for (const { name } of tables) {
    const rows = await sql<{ text: string }>(`select t::text as text from only ${name} as t`);
    parts.push(name, ...rows.map(({ text }) => text));
  }
  return parts.join("\n");
}

/** Every key with its value, whatever its type. */
export async function dumpRedis(url: string): Promise<string> {
  const redis = new Redis(url);
  try {
    const parts: string[] = [];
    for (const key of await redis.keys("*")) {
      const value = await redis.dumpBuffer(key);
      parts.push(key, value?.toString("latin1") ?? "");
    }
    return parts.join("\n");
  } finally {
    redis.disconnect();
  }
}

/** The files of a folder and of those in it. */
export function dumpFolder(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => path.join(folder, name));
  return files
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, "latin1"))
    .join("\n");
}
