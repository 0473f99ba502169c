/** Clients that keep sending requests, for tests that change something meanwhile. */
import { setTimeout as pause } from "node:timers/promises";
import type { Answer } from "./http";

export type Outcome = {
  /** A `performance.now()` time. */
  started: number;
  milliseconds: number;
  /** null: the connection broke. */
  answer: Answer | null;
};

export type Load = {
  outcomes: Outcome[];
  /** Resolves once that many requests that began after this call have ended. */
  more: (count: number) => Promise<void>;
  /** Lets requests under way end. */
  stop: () => Promise<Outcome[]>;
};

export type Client = (index: number) => Promise<Answer>;

/** Each client sends its next request when it has its answer. */
export function startClients(count: number, client: Client): Load {
  return startLoad((load) => Array.from({ length: count }, (_, index) => askOn(load, () => client(index))));
}

/** Sends requests at fixed times, whatever happened to earlier ones: a slow server gets no rest. */
export function startSteadily(perSecond: number, client: Client): Load {
  return startLoad((load) => [askAtTimes(load, 1000 / perSecond, client)]);
}

type Running = { outcomes: Outcome[]; stopping: boolean; onOutcome: (outcome: Outcome) => void };

function startLoad(start: (load: Running) => Promise<void>[]): Load {
  const load: Running = { outcomes: [], stopping: false, onOutcome: () => undefined };
  const ended = Promise.all(start(load));
  return {
    outcomes: load.outcomes,
    more: (count) => {
      const since = performance.now();
      let left = count;
      return new Promise((resolve) => {
        load.onOutcome = ({ started }) => {
          if (started >= since) left -= 1;
          if (left <= 0) resolve();
        };
      });
    },
    stop: async () => {
      load.stopping = true;
      await ended;
      return load.outcomes;
    },
  };
}

async function askOn(load: Running, ask: () => Promise<Answer>): Promise<void> {
  while (!load.stopping) await note(load, ask);
}

async function askAtTimes(load: Running, everyMs: number, client: Client): Promise<void> {
  const pending: Promise<void>[] = [];
  const began = performance.now();
  for (let index = 0; !load.stopping; index += 1) {
    pending.push(note(load, () => client(index)));
    await pause(Math.max(0, began + (index + 1) * everyMs - performance.now()));
  }
  await Promise.all(pending);
}

async function note(load: Running, ask: () => Promise<Answer>): Promise<void> {
  const started = performance.now();
  const answer = await ask().catch(() => null);
  const outcome = { started, milliseconds: performance.now() - started, answer };
  load.outcomes.push(outcome);
  load.onOutcome(outcome);
}
