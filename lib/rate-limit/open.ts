/**
 * Opens the limiters where the environment says: Upstash over REST, any Redis over TCP, or, when neither is set, the memory
 * of the supervisor, or of this very process where it has none (the documented single-process default). One breaker serves
 * all limiters, for they share one store.
 */
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
import { type Limiter, type Limiters, WINDOW_SECONDS } from "./limiter";
import { memory } from "./memory";
import { openRedis } from "./redis";
import { type Connection, slidingWindow } from "./sliding-window";

export type RateLimitEnv = Pick<
  Env,
  | "UPSTASH_REDIS_REST_URL"
  | "UPSTASH_REDIS_REST_TOKEN"
  | "REDIS_URL"
  | "RATE_LIMIT_REQUESTS_PER_MINUTE"
  | "RATE_LIMIT_AUTH_FAILURES_PER_MINUTE"
  | "RATE_LIMIT_PAGES_PER_MINUTE"
  | "RATE_LIMIT_ACTIONS_PER_MINUTE"
>;

/** Nobody types more wrong passwords in a minute; a guesser of one account gets 1,440 a day, from however many addresses. */
const SIGN_INS_BY_ADDRESS: Rule = { name: "sign-in-address", limit: 10, windowSeconds: 60 };
const SIGN_INS_BY_ACCOUNT: Rule = { name: "sign-in-account", limit: 10, windowSeconds: 600 };
/** Of a million codes three are right at a time: a guesser who has the password is let in once in thirty years. */
const CODES_BY_PERSON: Rule = { name: "code-person", limit: 30, windowSeconds: 86_400 };

/** What a person sends by hand: none of it counts against a token. */
const TRIES_BY_MEMBER = 60;

/** Who has found more of them pastes them together. */
const LEAK_REPORTS_BY_ADDRESS = 10;

/** Somebody who has signed in works in several tabs, some of which ask every other second. */
const SESSION_FACTOR = 4;

/** `timeoutMs`: the longest wait for the store. */
type Surroundings = { report?: BreakerReport; supervisor?: Channel | null | undefined; timeoutMs?: number };

/** Of this process. The windows of a single api process are exact in its own memory. */
export const limiters = runtime.part(
  "limiters",
  () => {
    const opened = openLimiters(env(), { supervisor: cluster.isWorker && env().API_PROCESSES !== 1 ? process : null });
    const help = "Requests that this process counted itself because the rate limit store did not answer.";
    metrics()?.gauge("records_rate_limit_fallbacks", help, [], (gauge) => gauge.set(opened.degraded()));
    return opened;
  },
  (opened) => opened.close(),
);

/** A connection over TLS takes longer than any request waits for the store. */
const GREETING_MS = 3_000;

/** Connects at the first call, not here. In-process windows belong to what is returned. */
export function openLimiters(
  settings: RateLimitEnv,
  { report = LOGGED, supervisor = null, timeoutMs }: Surroundings = {},
): OpenLimiters {
  const rules = rulesOf(settings);
  const connection = connect(settings);
  if (connection === null) {
    const kept = supervisor === null ? memory : openClusterLimiter(supervisor);
    return { ...each(rules, kept), degraded: () => 0, close: async () => {}, greet: async () => {} };
  }
  const { store, close } = connection;
  const probe = slidingWindow(perMinute("probe", 1), store);
  // A key of its own each time: the second take of a spent window would not write.
  const breaker = openBreaker(() => probe.take(randomUUID()), report, timeoutMs);
  const guarded = (rule: Rule) => fallback(slidingWindow(rule, store), memory(rule), breaker);
  const greet = () => withDeadline(probe.take(randomUUID()), GREETING_MS).then(() => {}, report.opened);
  return { ...each(rules, guarded), degraded: breaker.missed, close, greet };
}

/** `greet`: asks the store with patience, so that a wrong password or certificate is told at the start. Never rejects. */
type OpenLimiters = Limiters & { greet(): Promise<void> };

type Rules = Record<Exclude<keyof Limiters, "degraded" | "close">, Rule>;

function rulesOf(env: RateLimitEnv): Rules {
  const [pages, actions] = [env.RATE_LIMIT_PAGES_PER_MINUTE, env.RATE_LIMIT_ACTIONS_PER_MINUTE];
  return {
    requests: perMinute("token", env.RATE_LIMIT_REQUESTS_PER_MINUTE),
    failures: perMinute("address", env.RATE_LIMIT_AUTH_FAILURES_PER_MINUTE),
    signInsByAddress: SIGN_INS_BY_ADDRESS,
    signInsByAccount: SIGN_INS_BY_ACCOUNT,
    codesByPerson: CODES_BY_PERSON,
    pagesByAddress: perMinute("page-address", pages),
    pagesBySession: perMinute("page-session", pages * SESSION_FACTOR),
    actionsByAddress: perMinute("action-address", actions),
    actionsBySession: perMinute("action-session", actions * SESSION_FACTOR),
    triesByMember: perMinute("try", TRIES_BY_MEMBER),
    leakReportsByAddress: perMinute("leak", LEAK_REPORTS_BY_ADDRESS),
  };
}

function perMinute(name: string, limit: number): Rule {
  return { name, limit, windowSeconds: WINDOW_SECONDS };
}

function each(rules: Rules, limiter: (rule: Rule) => Limiter): Record<keyof Rules, Limiter> {
  const opened = Object.entries(rules).map(([name, rule]) => [name, counted(limiter(rule), rule.name)]);
  return Object.fromEntries(opened) as Record<keyof Rules, Limiter>;
}

/** Each decision is a metric. */
function counted(limiter: Limiter, name: string): Limiter {
  if (metrics() === null) return limiter;
  return {
    async take(key, amount, atMost) {
      const window = await limiter.take(key, amount, atMost);
      metrics()?.limited.inc({ window: name, decision: window.allowed ? "allowed" : "refused" });
      return window;
    },
    peek: (key) => limiter.peek(key),
    giveBack: (key, takenAt) => limiter.giveBack(key, takenAt),
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

/** The errors of clients may quote the whole command, keys and all, behind the first comma, or hide the reason in `cause`. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : "";
  return `${error.message.split(", command was:")[0]}${cause}`.slice(0, 200);
}

/** Longer than any caller waits: it only frees the socket. */
const ABANDON_MS = 1_000;

/** Over REST, with the client's settings under which a request counts once and ends. */
function openUpstash(url: string, token: string): Connection {
  const store = new Redis({
    url,
    token,
    // A repeated request would count twice. `retry: false` still means two attempts.
    retry: { retries: 0 },
    // As a function: an aborted signal handed over as such becomes an answer of its own ("Aborted"), not an error.
    signal: () => AbortSignal.timeout(ABANDON_MS),
    enableTelemetry: false,
  });
  return { store, close: async () => {} };
}
