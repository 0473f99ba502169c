/** Runs the recorded statements of an operation: what both floors do for a request. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import pg from "pg";

/** Not before the first request: a build loads this module, too. */
let opened;
let turns = 0;

/** Those of the service's own connections that plans depend on. */
const OPTIONS = "-c jit=off -c max_parallel_workers_per_gather=0";

function open() {
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10, options: OPTIONS });
  return { pool, recorded: JSON.parse(readFileSync(String(process.env.BENCH_STEPS), "utf8")) };
}

/** The text that the last statement gives. */
export async function run(operation, id) {
  opened ??= open();
  const { pool, recorded } = opened;
  let version;
  let rows = [];
  for (const { name, text, values } of recorded[operation] ?? []) {
    const bound = values.map((each) => {
      if (each.from === undefined) return each.value;
      if (each.from === "path") return id;
      // Another one each time, as the load sends to the service.
      if (each.from === "day") return each.text.replace("-DD", `-${10 + (turns++ % 19)}`);
      return each.from === "fresh" ? randomUUID() : version;
    });
    ({ rows } = await pool.query({ name, text, values: bound, rowMode: "array" }));
    version ??= rows[0]?.[1];
  }
  return `{"data":[${rows.map(([item]) => item).join()}]}`;
}
