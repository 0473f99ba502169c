/**
 * Windows that the workers of one supervisor share: it keeps them in its memory, they ask by message. For hosts without
 * Redis; one desk, so the counts are exact.
 */
import { randomUUID } from "node:crypto";
import type { Rule } from "./counts";
import type { Limiter, Window } from "./limiter";
import { memory } from "./memory";

type Act = keyof Limiter;
/** `takenAt`: of what is given back. */
type Question = { id: number; rule: Rule; act: Act; key: string; takenAt?: number | undefined };
/** `from` tells apart who asks within one process: the door, and Next with modules of its own. */
type Questions = { desk: "ask"; from: string; questions: Question[] };
type Answers = { desk: "answer"; to: string; answers: { id: number; window: Window | null }[] };

/** The part of a process that the desk needs: a worker as its supervisor sees it, or the other way round. */
export type Channel = {
  /** `done` is told of a failure, which would else be an error that nobody hears, and end the process. */
  send?(message: unknown, done: () => void): unknown;
  on(event: "message" | "disconnect", listener: (message: unknown) => void): unknown;
};

/** The supervisor's side. The windows belong to the process. */
export function answerWorkers(worker: Channel): void {
  worker.on("message", async (message) => {
    if (!isQuestions(message)) return;
    const answers = message.questions.map(async ({ id, rule, act, key, takenAt }) => ({
      id,
      window: (await limiterFor(rule)[act](key, takenAt)) ?? null,
    }));
    const reply: Answers = { desk: "answer", to: message.from, answers: await Promise.all(answers) };
    worker.send?.(reply, theOtherEndIsGone);
  });
}

const limiters = new Map<string, Limiter>();

function limiterFor(rule: Rule): Limiter {
  const name = JSON.stringify(rule);
  const limiter = limiters.get(name) ?? memory(rule);
  limiters.set(name, limiter);
  return limiter;
}

/**
 * The worker's side. The supervisor does next to nothing else, so its answer is waited for; once it is gone, and this worker
 * about to end, the worker's own windows have to do.
 */
export function openDesk(channel: Channel): (rule: Rule) => Limiter {
  const from = randomUUID();
  const waiting = new Map<number, (window: Window | null) => void>();
  let questions: Question[] = [];
  let asked = 0;
  let isGone = false;

  channel.on("message", (message) => {
    if (!isAnswers(message) || message.to !== from) return;
    for (const { id, window } of message.answers) {
      waiting.get(id)?.(window);
      waiting.delete(id);
    }
  });
  channel.on("disconnect", () => {
    isGone = true;
    for (const answer of waiting.values()) answer(null);
    waiting.clear();
  });

  const send = () => {
    const batch: Questions = { desk: "ask", from, questions };
    questions = [];
    if (!isGone) channel.send?.(batch, theOtherEndIsGone);
  };
  /** null: nobody answers any more. */
  const ask = async (rule: Rule, act: Act, key: string, takenAt?: number): Promise<Window | null> => {
    if (isGone) return null;
    return new Promise((resolve) => {
      asked += 1;
      waiting.set(asked, resolve);
      // What is asked in one turn of the event loop goes in one message.
      if (questions.push({ id: asked, rule, act, key, takenAt }) === 1) setImmediate(send);
    });
  };

  return (rule) => {
    const own = memory(rule);
    return {
      take: async (key) => (await ask(rule, "take", key)) ?? own.take(key),
      peek: async (key) => (await ask(rule, "peek", key)) ?? own.peek(key),
      giveBack: async (key, takenAt) => void (await ask(rule, "giveBack", key, takenAt)),
    };
  };
}

/** The supervisor then hears of the worker's end, or the worker of the supervisor's, by itself. */
function theOtherEndIsGone(): void {}

function isQuestions(message: unknown): message is Questions {
  return typeof message === "object" && message !== null && "desk" in message && message.desk === "ask";
}

function isAnswers(message: unknown): message is Answers {
  return typeof message === "object" && message !== null && "desk" in message && message.desk === "answer";
}
