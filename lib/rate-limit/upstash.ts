/**
 * Upstash Redis over REST: the client's settings under which a call counts once and ends. Not responsible for what a
 * caller does about a failure.
 */
import { Redis } from "@upstash/redis";
import type { Connection } from "./sliding-window";

/** Longer than any caller waits: it only frees the socket. */
const ABANDON_MS = 1_000;

export function openUpstash(url: string, token: string): Connection {
  const store = new Redis({
    url,
    token,
    // A repeated call would count twice. `retry: false` still means two attempts.
    retry: { retries: 0 },
    // As a function: an aborted signal handed over as such becomes an answer of its own ("Aborted"), not an error.
    signal: () => AbortSignal.timeout(ABANDON_MS),
    enableTelemetry: false,
  });
  return { store, close: async () => {} };
}
