/** `--soak=minutes`: an even, mixed load, and whether memory or connections grow under it. */
import { setTimeout as pause } from "node:timers/promises";
import { runtime } from "../../lib/process/runtime";
import { withClient } from "./database";
import type { Dataset } from "./dataset";
import { type LoadResult, load, wireText } from "./measure";
import { type Operation, requestsOf } from "./operations";
import { rssMb } from "./processes";
import { startTarget } from "./targets";

export type Soak = {
  minutes: number;
  requests: number;
  failures: LoadResult["failures"];
  p50Ms: number;
  p99Ms: number;
  rssMb: { first: number; last: number; perHour: number };
  connections: { least: number; most: number };
};

const PER_SECOND = 300;
const CONNECTIONS = 16;
const SAMPLE_SECONDS = 2;
/** Until then memory grows to what the load needs. */
const WARM_UP_SHARE = 0.25;
/** In less, a heap that has not been collected yet looks like one that grows. */
const MINUTES_FOR_TREND = 10;
/** How often each is in the mix: mostly reads, as with most callers. */
const MIX: [Operation, number][] = [
  ["read", 8],
  ["list", 4],
  ["filter", 2],
  ["search", 1],
  ["create", 1],
  ["update", 2],
  ["me", 1],
  ["discovery", 1],
];

/** Requests of the mix before it repeats: so many that two changes in each take all of the thousand records. */
const ROUNDS = 500;

export async function soak(dataset: Dataset, minutes: number, stepsFile: string): Promise<Soak> {
  const requests = await mix(dataset);
  // The connections of this process itself are not counted.
  await runtime.close();
  const target = await startTarget("node", dataset.url, stepsFile);
  const samples: Sample[] = [];
  const job = { port: target.port, connections: CONNECTIONS, requests, perSecond: PER_SECOND, seconds: minutes * 60 };
  let isOver = false;
  const loading = load(job).finally(() => {
    isOver = true;
  });
  try {
    const started = performance.now();
    while (!isOver) {
      const connections = await connectionsTo(dataset.url);
      samples.push({ seconds: (performance.now() - started) / 1000, rssMb: rssMb(target.pid), connections });
      await Promise.race([pause(SAMPLE_SECONDS * 1000), loading]);
    }
    return toSoak(minutes, await loading, samples);
  } finally {
    await target.stop();
  }
}

export function soakLines({ minutes, requests, failures, p50Ms, p99Ms, rssMb, connections }: Soak): string[] {
  const rate = Math.round(requests / minutes / 60);
  const failed = Object.entries(failures).map(([status, count]) => `${count} answers of ${requests} were ${status}`);
  const trend = minutes < MINUTES_FOR_TREND ? "" : `, a slope of ${rssMb.perHour.toFixed(0)} MB an hour`;
  return [
    `${rate} mixed calls a second for ${minutes} minutes: ${failed.join(", ") || "no failure"}, p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms.`,
    `The process held ${rssMb.first} MB once warm and ${rssMb.last} MB at the end${trend}; PostgreSQL had ${connections.least} to ${connections.most} connections of it.`,
  ];
}

type Sample = { seconds: number; rssMb: number; connections: number };

/** Each record is changed at one place only: elsewhere its tag would be outdated. */
async function mix(dataset: Dataset): Promise<string[]> {
  const kinds: { texts: string[]; times: number }[] = [];
  for (const [operation, times] of MIX) {
    const requests = await requestsOf(operation, dataset, 1);
    kinds.push({ texts: requests.map((request) => wireText(request, dataset.token)), times });
  }
  return Array.from({ length: ROUNDS }, (_, round) =>
    kinds.flatMap(({ texts, times }) =>
      Array.from({ length: times }, (_, turn) => texts[(round * times + turn) % texts.length] ?? ""),
    ),
  ).flat();
}

function connectionsTo(url: string): Promise<number> {
  return withClient(url, async (client) => {
    const { rows } = await client.query(
      "SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'public-records-api'",
    );
    return rows[0].count;
  });
}

function toSoak(minutes: number, { count, failures, p50Ms, p99Ms }: LoadResult, samples: Sample[]): Soak {
  const steady = samples.slice(Math.floor(samples.length * WARM_UP_SHARE));
  const connections = steady.map((sample) => sample.connections);
  return {
    minutes,
    requests: count,
    failures,
    p50Ms,
    p99Ms,
    rssMb: { first: steady[0]?.rssMb ?? 0, last: steady.at(-1)?.rssMb ?? 0, perHour: slope(steady) * 3_600 },
    connections: { least: Math.min(...connections), most: Math.max(...connections) },
  };
}

/** The slope of the least-squares line through the samples, in MB a second. */
function slope(samples: Sample[]): number {
  const mean = (of: (sample: Sample) => number) => samples.reduce((sum, each) => sum + of(each), 0) / samples.length;
  const seconds = mean((sample) => sample.seconds);
  const rss = mean((sample) => sample.rssMb);
  const across = mean((sample) => (sample.seconds - seconds) * (sample.rssMb - rss));
  return across / mean((sample) => (sample.seconds - seconds) ** 2);
}
