/** The clients: requests at their times, a batch loader, and a mirror at each host of the service. */
import { setTimeout as pause } from "node:timers/promises";
import { tsImport } from "tsx/esm/api";

const LOADED = 20;

/** What was acknowledged: the database has to have it. */
export class Acknowledged {
  /** @type {Map<string, string>} The names of the records by their ids. */
  created = new Map();
  /** @type {Set<string>} */
  deleted = new Set();
  /** @type {Map<string, number>} The last round of each loaded code. */
  loaded = new Map();
}

export function startClients(requests, perSecond, acknowledged, name) {
  const { origins } = requests;
  const ways = Object.keys(origins);
  const running = [
    steadily(requests, perSecond, (index) =>
      one(requests, acknowledged, ways[index % ways.length], `${name} ${index}`, Math.floor(index / ways.length) % 10),
    ),
    load(requests, acknowledged, ways),
  ];
  return {
    stop: async () => {
      requests.stop();
      await Promise.all(running);
      return requests.outcomes;
    },
  };
}

/** Whatever became of those before. */
async function steadily(requests, perSecond, client) {
  const pending = [];
  const began = performance.now();
  for (let index = 0; !requests.isStopping; index += 1) {
    pending.push(client(index));
    await pause(Math.max(0, began + ((index + 1) * 1_000) / perSecond - performance.now()));
  }
  await Promise.all(pending);
}

/** Of ten requests at a host: five creates, a delete, two lists, two reads. */
async function one(requests, acknowledged, way, name, turn) {
  const [id] = acknowledged.created.keys();
  if (turn < 5 || id === undefined) {
    const outcome = await requests.post(way, "samples/records", { data: { name } });
    if (outcome?.status === 201) acknowledged.created.set(outcome.data.id, name);
  } else if (turn === 5) {
    // Whether a delete without a response was done is not known: nothing is expected of that record any more.
    acknowledged.created.delete(id);
    const { status } = await requests.send(way, "DELETE", `samples/records/${id}`, { headers: { "if-match": "*" } });
    if (status === 204 || status === 200) acknowledged.deleted.add(id);
  } else if (turn < 8) await requests.send(way, "GET", "samples/records?limit=20");
  else await requests.send(way, "GET", `samples/records/${id}`);
}

/** One batch after the other, at the hosts in turn. */
async function load(requests, acknowledged, ways) {
  for (let round = 1; !requests.isStopping; round += 1) {
    const value = Date.now() % 1e9;
    const codes = Array.from({ length: LOADED }, (_, index) => `load-${index}`);
    const operations = codes.map((code) => ({ op: "upsert", match: { code }, ifMatch: "*", data: { round: value } }));
    const outcome = await requests.post(ways[round % ways.length], "loads/records/batch", { operations });
    if (outcome?.status === 200) for (const code of codes) acknowledged.loaded.set(code, value);
    await pause(200);
  }
}

/** A copy of the samples, kept by the client of the service. After a failure it goes on from its last cursor. */
export class Mirror {
  records = new Map();
  /** @type {any} */
  entity;
  resets = -1;
  complete = false;
  /** @type {Promise<void> | undefined} */
  ended;
  aborting = new AbortController();

  static async start(url, token) {
    const { client } = await tsImport("../../packages/client/src/client.ts", import.meta.url);
    const mirror = new Mirror();
    mirror.entity = client({ url, token }).entity("samples");
    mirror.ended = mirror.follow();
    return mirror;
  }

  async follow() {
    let cursor;
    const { signal } = this.aborting;
    while (!signal.aborted) {
      try {
        for await (const step of this.entity.mirror({ cursor, wait: 5, signal })) {
          cursor = step.cursor ?? undefined;
          this.take(step);
        }
      } catch {
        await pause(250);
      }
    }
  }

  take({ reset, items, complete }) {
    this.complete = complete;
    if (reset) {
      this.resets += 1;
      this.records.clear();
    }
    for (const item of items) {
      if (item.type === "removed") this.records.delete(item.id);
      else this.records.set(item.record.id, item.record.versionId);
    }
  }

  /** Whether it equals the list of now. */
  async isEqual() {
    const listed = new Map();
    for await (const { id, versionId } of this.entity.all({ sort: ["id:asc"], limit: 500 })) listed.set(id, versionId);
    if (!this.complete || listed.size !== this.records.size) return false;
    return [...listed].every(([id, version]) => this.records.get(id) === version);
  }

  async stop() {
    this.aborting.abort();
    await this.ended;
  }
}
