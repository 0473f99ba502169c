/** An apply that is under way: at a step of its own, or held before its switch for as long as a test wants. */
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { applyConfiguration } from "@/lib/configuration/apply";
import type { Mode } from "@/lib/configuration/change/members";
import type { Progress } from "@/lib/configuration/change/tables";
import { parseDocument } from "@/lib/configuration/parse";
import { env } from "@/lib/process/env";
import { apply } from "./applied";
import { partitionOf } from "./database";
import type { ExampleFile } from "./example";

/** Starts an apply, and resolves when it has made that step. */
export async function start(file: ExampleFile, until: Progress["step"], mode: Mode = "keep data") {
  let reached = () => {};
  const step = new Promise<void>((resolve) => {
    reached = resolve;
  });
  let isOver = false;
  const onProgress = (progress: Progress) => {
    if (progress.step === until) reached();
  };
  const over = applyConfiguration(parseDocument(file), { mode, actor: "test", onProgress }).finally(() => {
    isOver = true;
  });
  await Promise.race([step, over]);
  return { over, isOver: () => isOver };
}

/** Starts an apply, which waits for a lock of that entity until `goOn` is called. */
export async function startHeld(file: ExampleFile, entityId: string | undefined, mode: Mode = "keep data") {
  const holder = new pg.Client({ connectionString: env().DATABASE_URL });
  await holder.connect();
  await holder.query(`BEGIN; LOCK TABLE record_partitions.${partitionOf(entityId)} IN ROW EXCLUSIVE MODE`);
  const over = apply(file, mode);
  const isWaiting = async () => {
    const { rowCount } = await holder.query(
      "SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))",
    );
    return rowCount !== 0;
  };
  const waiting = async () => {
    while (!(await isWaiting())) await pause(10);
  };
  await Promise.race([over, waiting()]);
  const goOn = async () => {
    await holder.end();
    return over;
  };
  return { goOn };
}
