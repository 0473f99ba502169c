/** Sends a request and its repetitions, never a write twice. OUTCOME_UNKNOWN: a repetition cannot show whether it was done. */
import { RecordsError } from "./errors.js";
import {
  baseOf,
  type ClientOptions,
  dataOf,
  type EventBody,
  exchange,
  type Request,
  roomOf,
  wasSent,
} from "./exchange.js";
import { openPace, type Room, sleep } from "./pace.js";

export type { CallOptions, ClientOptions, EventBody, Request } from "./exchange.js";

/** Throws RecordsError, or the reason of the caller's signal. */
export type Send = {
  /** Resolves to the `data` of the response. */
  <Data>(request: Request): Promise<Data>;
  /** Resolves when the stream begins, or to the `data` of a response that is not a stream. */
  events<Data>(request: Request): Promise<EventBody | { data: Data }>;
};

/** The path of an entity, and how to send to it. */
export type Target = { send: Send; path: string };

const RETRIES = 5;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 8_000;
/** After a lost response these do not show whether the write was done: the write itself may have caused them. */
const UNCLEAR = [401, 403, 404, 429];

export function openSend(connection: ClientOptions): Send {
  const pace = openPace();
  const base = baseOf(connection);
  const retries = connection.retries ?? RETRIES;

  async function once<Data>(request: Request): Promise<EventBody | { data: Data }> {
    const { cost = 1, signal, waitSeconds, isStream } = request;
    await pace.enter(cost, signal);
    // The service counts a stream, or a request that waits for changes, as it begins. Other requests need not wait for it.
    const isCounted = isStream === true || waitSeconds !== undefined;
    if (isCounted) pace.leave(null);
    let room: Room | null = null;
    try {
      const response = await exchange(connection, base, request);
      room = roomOf(response);
      return "body" in response ? response : { data: dataOf<Data>(response, request) };
    } finally {
      if (isCounted) pace.hear(room);
      else pace.leave(room);
    }
  }

  async function repeat<Data>(request: Request): Promise<EventBody | { data: Data }> {
    let isLost = false;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await once<Data>(request);
      } catch (error) {
        if (!(error instanceof RecordsError)) throw error;
        isLost ||= request.isWrite === true && isFault(error) && wasSent(error);
        const isLast = attempt >= retries || (isLost && request.isOnce === true);
        if (isLast || !(isFault(error) || error.status === 429)) {
          throw isLost && isUnclear(error, request) ? outcomeUnknown(request, error) : error;
        }
        await sleep((error.retryAfter ?? 0) * 1000 + pauseOf(attempt), request.signal);
      }
    }
  }

  const send = async <Data>(request: Request) => ((await repeat<Data>(request)) as { data: Data }).data;
  return Object.assign(send, { events: <Data>(request: Request) => repeat<Data>({ ...request, isStream: true }) });
}

/** True if the work may have been done although the response is unusable. */
function isFault({ status, code }: RecordsError): boolean {
  return code === "NO_RESPONSE" || status >= 500 || (code === "INVALID_RESPONSE" && status < 300);
}

/** True if an earlier attempt may have been done. With an idempotency key, 412 means that another writer was faster. */
function isUnclear(error: RecordsError, { headers }: Request): boolean {
  if (isFault(error)) return true;
  if (error.status === 412) return headers?.["idempotency-key"] === undefined;
  return UNCLEAR.includes(error.status) && error.code !== "CREATED_RECORD_NOT_READABLE";
}

function outcomeUnknown({ method, path }: Request, cause: RecordsError): RecordsError {
  const message = `The response to ${method} ${path} was lost, and the write may have been done. Read what is there, and decide again. Last: ${cause.message}`;
  const { status, requestId } = cause;
  return new RecordsError("OUTCOME_UNKNOWN", message, { status, requestId, cause });
}

/** Longer after each attempt, and random, so that clients that failed together do not come back together. */
function pauseOf(attempt: number): number {
  return Math.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt);
}
