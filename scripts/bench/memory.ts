/** Sends the largest pages to many clients at once, and measures the peak memory of the process. */
import { readFileSync } from "node:fs";
import { table } from "../../lib/store/records/partition-plan";
import { withClient } from "./database";
import type { Dataset } from "./dataset";
import { load, requireSuccess, wireText } from "./measure";
import { startTarget } from "./targets";

const LARGE_PAGES = { records: 500, kilobytes: 64, clients: 20 };
/** As on a host with little memory; where there is plenty, Node postpones garbage collection. */
const HEAP_MB = 256;
const SECONDS = 6;

/** Adds its records to the dataset, as the newest ones; so it is the last to be measured. */
export async function peakOfLargePages(dataset: Dataset, stepsFile: string): Promise<number> {
  const { records, kilobytes, clients } = LARGE_PAGES;
  await withClient(dataset.url, (client) =>
    client.query(
      `INSERT INTO ${table(dataset.entity.id)} (entity_id, id, data, version, label_key, created)
       SELECT entity_id, gen_random_uuid(), data || jsonb_build_object('notes', repeat('x', $2)), gen_random_uuid(),
         'large ' || n, now()
         FROM ${table(dataset.entity.id)}, generate_series(1, $3::int) n WHERE id = $1`,
      [dataset.recordIds[0], kilobytes * 1024, records],
    ),
  );
  const target = await startTarget("node", dataset.url, stepsFile, { NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` });
  try {
    const page = { method: "GET", path: `/entities/deals/records?limit=${records}` };
    const requests = [wireText(page, dataset.token)];
    requireSuccess(target, await load({ port: target.port, connections: clients, requests, seconds: SECONDS }));
    const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${target.pid}/status`, "utf8"));
    return Math.round(Number(peak?.[1]) / 1024);
  } finally {
    await target.stop();
  }
}

export function largePagesLine(peakMb: number): string {
  const { records, kilobytes, clients } = LARGE_PAGES;
  return `${clients} clients at once, each reading pages of ${records} records of ${kilobytes} KiB: the process, with ${HEAP_MB} MB for its heap, held ${peakMb} MB at most.`;
}
