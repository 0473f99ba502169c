/** Opens limiters on Upstash, on Redis, or else in the memory of the supervisor or process. They share one store, so one breaker. */
import cluster from "node:cluster";
import { randomUUID } from "node:crypto";
import { Redis } from "@upstash/redis";
import { type Env, env } from "../process/env";
import { log } from "../process/log";
import { metrics } from "../process/metrics";
import { runtime } from "../process/runtime";
import { withDeadline } from "../time/deadline";
import { type BreakerReport, fallback, openBreaker } from "./breaker";
import { type Channel, openClusterLimiter } from "./cluster-limiter";
import type { Rule } from "./counts";
import { type Limiter, WINDOW_SECONDS } from "./limiter";
import { memory } from "./memory";
import { openRedis } from "./redis";
import { type Connection, slidingWindow } from "./sliding-window";

export type { Window } from "./limiter";
export type RateLimitEnv = Pick<Env, Extract<keyof Env, `UPSTASH_${string}` | "REDIS_URL" | `RATE_LIMIT_${string}`>>;

/** More than a person mistypes. An attacker has 1,440 guesses a day at one account, from any number of addresses. */
const SIGN_INS_BY_ADDRESS: Rule = { name: "sign-in-address", limit: 10, windowSeconds: 60 };
const SIGN_INS_BY_ACCOUNT: Rule = { name: "sign-in-account", limit: 10, windowSeconds: 600 };
/** Three of a million codes are valid at a time: an attacker who has the password gets in once in thirty years. */
const CODES_BY_PERSON: Rule = { name: "code-person", limit: 30, windowSeconds: 86_400 };

/** Requests that a person sends by hand; they do not count against a token. */
const TRIES_BY_MEMBER = 60;

/** A signed-in person works in several tabs, some of which poll every other second. */
const SESSION_FACTOR = 4;

/** `timeoutMs` is the longest wait for the store. */
type Surroundings = { report?: BreakerReport; supervisor?: Channel | null | undefined; timeoutMs?: number };

/** The limiters of this process. If there is a single api process, the windows in its own memory are exact. */
export const limiters = runtime.part(
  "limiters",
  () => {
    const opened = openLimiters(env(), { supervisor: cluster.isWorker && env().API_PROCESSES !== 1 ? process : null });
    const help = "Requests that this process counted itself because the rate limit store did not answer.";
    metrics()?.counter("records_rate_limit_fallbacks_total", help, () => opened.degraded());
    return opened;
  },
  (opened) => opened.close(),
);

/** A new connection over TLS takes longer than any request waits for the store. */
const GREETING_MS = 3_000;

/** Connects on the first call, not here. In-process windows belong to the returned object. */
export function openLimiters(
  settings: RateLimitEnv,
  { report = LOGGED, supervisor = null, timeoutMs }: Surroundings = {},
): Limiters {
  const rules = rulesOf(settings);
  const connection = connect(settings);
  if (connection === null) {
    const kept = supervisor === null ? memory : openClusterLimiter(supervisor);
    return { ...each(rules, kept), degraded: () => 0, close: async () => {}, greet: async () => {} };
  }
  const { store, close } = connection;
  const probe = slidingWindow(perMinute("probe", 1), store);
  // A new key each time: a second `take` of a full window would not write.
  const breaker = openBreaker(() => probe.take(randomUUID()), report, timeoutMs);
  const guarded = (rule: Rule) => fallback(slidingWindow(rule, store), memory(rule), breaker);
  const greet = () => withDeadline(probe.take(randomUUID()), GREETING_MS).then(() => {}, report.opened);
  return { ...each(rules, guarded), degraded: breaker.missed, close, greet };
}

export type Limiters = Record<keyof Rules, Limiter> & {
  /** For a metric: how many requests this process has counted in its own windows because the shared store did not respond. */
  degraded(): number;
  /** Closes the connections. Afterwards the limiters use this process's own windows. */
  close(): Promise<void>;
  /** Probes the store with a longer timeout, to report a wrong password or certificate at the start. Never rejects. */
  greet(): Promise<void>;
};

type Rules = ReturnType<typeof rulesOf>;

function rulesOf(env: RateLimitEnv) {
  const [pages, actions] = [env.RATE_LIMIT_PAGES_PER_MINUTE, env.RATE_LIMIT_ACTIONS_PER_MINUTE];
  return {
    /** By token id (spec: Limits, Requests). */
    requests: perMinute("token", env.RATE_LIMIT_REQUESTS_PER_MINUTE),
    /** Failed authentications, by client address (spec: Limits, Authentication attempts). */
    failures: perMinute("address", env.RATE_LIMIT_AUTH_FAILURES_PER_MINUTE),
    /** Failed sign-ins to the pages, and wrong codes of authenticator apps. */
    signInsByAddress: SIGN_INS_BY_ADDRESS,
    signInsByAccount: SIGN_INS_BY_ACCOUNT,
    codesByPerson: CODES_BY_PERSON,
    /** Pages and actions (form submissions of the pages), by client address, or by session if there is one. */
    pagesByAddress: perMinute("page-address", pages),
    pagesBySession: perMinute("page-session", pages * SESSION_FACTOR),
    actionsByAddress: perMinute("action-address", actions),
    actionsBySession: perMinute("action-session", actions * SESSION_FACTOR),
    /** Requests that a member tries in the API reference. */
    triesByMember: perMinute("try", TRIES_BY_MEMBER),
  };
}

const perMinute = (name: string, limit: number): Rule => ({ name, limit, windowSeconds: WINDOW_SECONDS });

function each(rules: Rules, limiter: (rule: Rule) => Limiter): Record<keyof Rules, Limiter> {
  const opened = Object.entries(rules).map(([name, rule]) => [name, counted(limiter(rule), rule.name)]);
  return Object.fromEntries(opened) as Record<keyof Rules, Limiter>;
}

function counted(limiter: Limiter, name: string): Limiter {
  if (metrics() === null) return limiter;
  return {
    ...limiter,
    async take(key, amount, atMost) {
      const window = await limiter.take(key, amount, atMost);
      if (amount !== 0) metrics()?.limited.inc({ window: name, decision: window.allowed ? "allowed" : "refused" });
      return window;
    },
  };
}

function connect(env: RateLimitEnv): Connection | null {
  if (env.UPSTASH_REDIS_REST_URL !== undefined && env.UPSTASH_REDIS_REST_TOKEN !== undefined) {
    return openUpstash(env.UPSTASH_REDIS_REST_URL, env.UPSTASH_REDIS_REST_TOKEN);
  }
  return env.REDIS_URL === undefined ? null : openRedis(env.REDIS_URL);
}

const LOGGED: BreakerReport = {
  opened: (error) =>
    log().warn({ error: describe(error) }, "the rate limit store does not answer: this process counts on its own"),
  closed: (outage) => log().info(outage, "the rate limit store answers again"),
};

/** Errors of Redis clients may quote the whole command, keys included, after the first comma, or hide the reason in `cause`. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : "";
  return `${error.message.split(", command was:")[0]}${cause}`.slice(0, 200);
}

/** Longer than any caller waits: it only frees the socket. */
const ABANDON_MS = 1_000;

/** Over REST, with client settings that count each request once and bound it. */
function openUpstash(url: string, token: string): Connection {
  const store = new Redis({
    url,
    token,
    // A repeated request would count twice. `retry: false` still means two attempts.
    retry: { retries: 0 },
    // Must be a function: if it is passed directly, an aborted signal gives a regular result ("Aborted") instead of an error.
    signal: () => AbortSignal.timeout(ABANDON_MS),
    enableTelemetry: false,
  });
  return { store, close: async () => {} };
}
