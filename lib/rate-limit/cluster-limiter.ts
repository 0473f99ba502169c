/** Windows that a supervisor keeps in memory for its workers, which ask by message: exact counts without Redis. */
import { randomUUID } from "node:crypto";
import type { Rule } from "./counts";
import type { Limiter, Window } from "./limiter";
import { memory } from "./memory";

type Act = keyof Limiter;
/** `number` is the amount to take, or the moment at which the amount to give back was taken. */
type Question = {
  id: number;
  rule: Rule;
  act: Act;
  key: string;
  number?: number | undefined;
  atMost?: number | undefined;
};
/** `from` distinguishes the senders within one process: the Node adapter, and Next, which loads modules of its own. */
type Questions = { windows: "ask"; from: string; questions: Question[] };
type Counts = { windows: "counts"; to: string; counted: { id: number; window: Window | null }[] };

/** The part of a process that is needed: a worker as its supervisor sees it, or the other way round. */
export type Channel = {
  /** `done` receives a failure, which would otherwise be an unhandled error and end the process. */
  send?(message: unknown, done: () => void): unknown;
  on(event: "message" | "disconnect", listener: (message: unknown) => void): unknown;
};

/** The supervisor's side. The windows belong to the process. */
export function countForWorkers(worker: Channel): void {
  worker.on("message", async (message) => {
    if (!isOf<Questions>(message, "ask")) return;
    const counted = message.questions.map(async ({ id, rule, act, key, number, atMost }) => ({
      id,
      window: (await limiterFor(rule)[act](key, number, atMost)) ?? null,
    }));
    const response: Counts = { windows: "counts", to: message.from, counted: await Promise.all(counted) };
    worker.send?.(response, peerHasClosed);
  });
}

const limiters = new Map<string, Limiter>();

function limiterFor(rule: Rule): Limiter {
  const name = JSON.stringify(rule);
  const limiter = limiters.get(name) ?? memory(rule);
  limiters.set(name, limiter);
  return limiter;
}

/** The worker's side. Once the supervisor is gone, this worker is about to end, and counts in its own windows. */
export function openClusterLimiter(channel: Channel): (rule: Rule) => Limiter {
  const from = randomUUID();
  const waiting = new Map<number, (window: Window | null) => void>();
  let questions: Question[] = [];
  let asked = 0;
  let isGone = false;

  channel.on("message", (message) => {
    if (!isOf<Counts>(message, "counts") || message.to !== from) return;
    for (const { id, window } of message.counted) {
      waiting.get(id)?.(window);
      waiting.delete(id);
    }
  });
  channel.on("disconnect", () => {
    isGone = true;
    for (const resolve of waiting.values()) resolve(null);
    waiting.clear();
  });

  const send = () => {
    const batch: Questions = { windows: "ask", from, questions };
    questions = [];
    if (!isGone) channel.send?.(batch, peerHasClosed);
  };
  /** null if the supervisor is gone. */
  const ask = async (rule: Rule, act: Act, key: string, number?: number, atMost?: number): Promise<Window | null> => {
    if (isGone) return null;
    return new Promise((resolve) => {
      asked += 1;
      waiting.set(asked, resolve);
      // Questions of one iteration of the event loop go into one message.
      if (questions.push({ id: asked, rule, act, key, number, atMost }) === 1) setImmediate(send);
    });
  };

  return (rule) => {
    const own = memory(rule);
    return {
      take: async (key, amount, atMost) =>
        (await ask(rule, "take", key, amount, atMost)) ?? own.take(key, amount, atMost),
      giveBack: async (key, takenAt) => void (await ask(rule, "giveBack", key, takenAt)),
    };
  };
}

/** Nothing to do: each side notices by itself when the other process ends. */
function peerHasClosed(): void {}

function isOf<Kind extends Questions | Counts>(message: unknown, windows: Kind["windows"]): message is Kind {
  return typeof message === "object" && message !== null && "windows" in message && message.windows === windows;
}
