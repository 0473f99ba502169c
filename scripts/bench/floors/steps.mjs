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
  const poolFor = (mode) => {
    const options = `${OPTIONS} -c plan_cache_mode=force_${mode}_plan`;
    return new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10, options });
  };
  return {
    pools: { generic: poolFor("generic"), custom: poolFor("custom") },
    recorded: JSON.parse(readFileSync(String(process.env.BENCH_STEPS), "utf8")),
  };
}

/** The text that the last statement gives. `last`: the end of the request's path, under which its steps were recorded. */
export async function run(operation, last) {
  opened ??= open();
  const { pools, recorded } = opened;
  let read;
  let rows = [];
  const steps = recorded[`${operation}/${last}`] ?? [];
  for (const { name, mode, text, values } of steps) {
    const bound = values.map((each) => {
      if (each.from === undefined) return each.value;
      // Another one each time, as the load sends to the service.
      if (each.from === "day") return each.text.replace("-DD", `-${10 + (turns++ % 19)}`);
      return each.from === "fresh" ? randomUUID() : read?.[each.column];
    });
    ({ rows } = await pools[mode].query({ name, text, values: bound, rowMode: "array" }));
    read ??= rows[0];
  }
  // It would be fast at nothing. Whether a floor is up is asked without steps.
  if (steps.length > 0 && rows.length === 0)
    throw new Error(`The steps of ${operation} ${last} found nothing to read or write.`);
  return `{"data":[${rows.map(([item]) => item).join()}]}`;
}
