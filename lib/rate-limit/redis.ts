/** Any Redis over TCP, in the shape that `@upstash/ratelimit` calls. Fails fast and reconnects in the background. */
import { Redis } from "ioredis";
import { type Connection, SCRIPT, type Store } from "./sliding-window";

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
    store: counting(client, () => fault),
    close: async () => client.disconnect(),
  };
}

type Counting = { count(...keysAndValues: (string | number)[]): Promise<unknown> };

/** There is one script. The client sends its hash, and its text to a server that lacks it. */
function counting(client: Redis, fault: () => Error | undefined): Store {
  // Only Upstash's servers understand the line with the flags.
  client.defineCommand("count", { numberOfKeys: 2, lua: SCRIPT.replace(/^#!lua[^\n]*\n/, "") });
  const evalsha = (_hash: string, keys: string[], values: number[]) =>
    (client as unknown as Counting).count(...keys, ...values).catch((error: Error) => {
      const disconnected = error.name === "MaxRetriesPerRequestError";
      throw disconnected ? new Error("the connection failed", { cause: fault() }) : error;
    });
  return { evalsha, eval: evalsha } as unknown as Store;
}
