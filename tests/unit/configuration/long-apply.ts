/** An apply that is under way: at a step of its own, or held before its switch for as long as a test wants. */
import pg from "pg";
import { applyConfiguration } from "@/lib/configuration/apply";
import type { Mode } from "@/lib/configuration/change/plan/members";
import type { Progress } from "@/lib/configuration/change/progress";
import { parseDocument } from "@/lib/configuration/parse";
import { env } from "@/lib/process/env";
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

/** Starts an apply that builds an index of the entity, and lets it switch only when `goOn` is called. */
export async function startHeld(file: ExampleFile, entityId: string | undefined, mode: Mode = "keep data") {
  const holder = new pg.Client({ connectionString: env().DATABASE_URL });
  await holder.connect();
  await holder.query(`BEGIN; LOCK TABLE record_partitions.${partitionOf(entityId)} IN ROW EXCLUSIVE MODE`);
  const { over } = await start(file, "indexes", mode);
  const goOn = async () => {
    await holder.end();
    return over;
  };
  return { goOn };
}
