/** Any Redis over TCP, in the shape that `@upstash/ratelimit` calls. Fails fast and reconnects in the background. */
import { createHash } from "node:crypto";
import { Redis } from "ioredis";
import type { Connection, Store } from "./sliding-window";

const CONNECT_TIMEOUT_MS = 1_000;
/** A connection whose response is overdue for this long is dead: it is closed and opened again. */
const SILENCE_TIMEOUT_MS = 1_000;
const LONGEST_RECONNECT_DELAY_MS = 2_000;

export function openRedis(url: string): Connection {
  const client = new Redis(url, {
    lazyConnect: true,
    protocol: 2,
    disableClientInfo: true,
    enableReadyCheck: false,
    connectTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    // A command waits for the first connection, but is dropped when a connection fails: sent twice, it would count twice.
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempt) => Math.min(attempt * 50, LONGEST_RECONNECT_DELAY_MS),
    // After a failover the old primary accepts no writes: resolve the address again.
    reconnectOnError: (error) => error.message.startsWith("READONLY"),
  });
  let fault: Error | undefined;
  // Without a listener, a broken connection would end the process. The error is reported with the next command that fails.
  client.on("error", (error) => {
    fault = error;
  });
  return {
    store: scripts(client, () => fault),
    close: async () => client.disconnect(),
  };
}

type Arguments = [hashOrScript: string, keys: string[], values: (string | number)[]];

/**
 * The library's scripts begin with a line that only Upstash's servers understand. Without it a script has another hash, so the
 * library's hash is mapped to it here. `NOSCRIPT` makes the library send the text.
 */
function scripts(client: Redis, fault: () => Error | undefined): Store {
  const hashes = new Map<string, string>();
  const explain = (error: Error): never => {
    const disconnected = error.name === "MaxRetriesPerRequestError";
    throw disconnected ? new Error("the connection failed", { cause: fault() }) : error;
  };
  const store = {
    evalsha: async (...[hash, keys, values]: Arguments) => {
      const known = hashes.get(hash);
      if (known === undefined) throw new Error("NOSCRIPT not seen by this process yet");
      return client.evalsha(known, keys.length, ...keys, ...values).catch(explain);
    },
    eval: async (...[script, keys, values]: Arguments) => {
      const body = script.replace(/^#!lua[^\n]*\n/, "");
      hashes.set(sha1(script), sha1(body));
      return client.eval(body, keys.length, ...keys, ...values).catch(explain);
    },
  };
  // `get` and `set` are needed only for dynamic limits, which are not used.
  return store as unknown as Store;
}

function sha1(text: string): string {
  return createHash("sha1").update(text).digest("hex");
}
