/** Worlds that differ in one size: what the same calls cost in each, measured in turns so that a busy machine is fair to all. */
import type { Database } from "../database";
import { measureLoad, wireText } from "../measure";
import type { Request } from "../requests";
import { startTarget, type Target } from "../targets";
import { countBuffers } from "./buffers";

/** `calls`: by name, each as the requests that are sent in turn. */
export type World = { name: string; database: Database; token: string; calls: Map<string, Request[]> };

/**
 * `p50Ms` and the processor's times are of the quietest round. `buffers`: pages of 8 KiB that the call's statements touch,
 * whatever else the machine does.
 */
export type Cost = { p50Ms: number; serverCpuMs: number; postgresCpuMs: number; buffers: number | null };

/** Costs by call, and by world in the order of the worlds; null where the call did not succeed. */
export type Comparison = { worlds: string[]; costs: Map<string, (Cost | null)[]> };

const ROUNDS = 5;
const WARM_UP_SECONDS = 0.5;
const SECONDS = 1;

export async function compareWorlds(worlds: World[], stepsFile: string): Promise<Comparison> {
  const buffers = new Map<World, Map<string, number>>();
  for (const world of worlds) buffers.set(world, await countBuffers(world));
  const targets = new Map<World, Target>();
  for (const world of worlds) targets.set(world, await startTarget("node", world.database.url, stepsFile));
  const names = [...new Set(worlds.flatMap(({ calls }) => [...calls.keys()]))];
  const costs = new Map<string, (Cost | null)[]>();
  try {
    for (const name of names) {
      const rounds = new Map(worlds.map((world) => [world, [] as Figures[]]));
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const world of worlds) {
          const target = targets.get(world);
          const figures = target === undefined ? null : await measureCall(world, name, target);
          if (figures !== null) rounds.get(world)?.push(figures);
        }
      }
      const row = worlds.map((world) => quietest(rounds.get(world) ?? [], buffers.get(world)?.get(name) ?? null));
      costs.set(name, row);
      say(name, worlds, row);
    }
  } finally {
    for (const target of targets.values()) await target.stop();
  }
  return { worlds: worlds.map(({ name }) => name), costs };
}

type Figures = Omit<Cost, "buffers">;

async function measureCall(world: World, name: string, target: Target): Promise<Figures | null> {
  const requests = (world.calls.get(name) ?? []).map((request) => wireText(request, world.token));
  if (requests.length === 0) return null;
  const job = { port: target.port, connections: 1, requests };
  try {
    await measureLoad(target, world.database.postmaster, { ...job, seconds: WARM_UP_SECONDS });
    return await measureLoad(target, world.database.postmaster, { ...job, seconds: SECONDS });
  } catch {
    return null;
  }
}

/** The rounds take turns, so what disturbed one world in one of them is not held against it. */
function quietest(rounds: Figures[], buffers: number | null): Cost | null {
  if (rounds.length < ROUNDS) return null;
  const least = (key: keyof Figures) => Math.min(...rounds.map((each) => each[key]));
  return { p50Ms: least("p50Ms"), serverCpuMs: least("serverCpuMs"), postgresCpuMs: least("postgresCpuMs"), buffers };
}

function say(call: string, worlds: World[], row: (Cost | null)[]): void {
  const cells = row.map((cost, index) => {
    const figures = cost === null ? "failed" : `${cost.p50Ms} ms, CPU ${cost.serverCpuMs} + ${cost.postgresCpuMs} ms`;
    return `${worlds[index]?.name}: ${figures}${cost?.buffers == null ? "" : `, ${cost.buffers} buffers`}`;
  });
  console.log(`${call.padEnd(34)} ${cells.join(" | ")}`);
}
