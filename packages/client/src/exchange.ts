/** Sends one request over HTTP, and reads its response: the data or an error, and how much of the token's rate limit is left. */
import { type ErrorCode, type ErrorDetail, RecordsError } from "./errors.js";
import { parseWait, type Room } from "./pace.js";

export type ClientOptions = {
  /** The address of the service, with or without `/api/v1`. */
  url: string;
  token: string;
  /** For each attempt, in milliseconds. Default: 30,000. */
  timeout?: number;
  /** How often a request is sent again, where that is safe. Default: 5 times. */
  retries?: number;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch;
};

export type CallOptions = {
  /** Ends waiting and sending. Whether a write was done is then unknown. */
  signal?: AbortSignal | undefined;
  /** For each attempt, in milliseconds. */
  timeout?: number | undefined;
};

export type Request = CallOptions & {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  path: string;
  body?: unknown;
  headers?: { [name: string]: string };
  isWrite?: boolean;
  /** Sent only once, because a repetition would write twice. */
  isOnce?: true;
  /** A response with events is left open. */
  isStream?: true;
  /** How many requests the service counts it as. */
  cost?: number;
  /** How long the service was asked to wait before it responds. */
  waitSeconds?: number | undefined;
};

const TIMEOUT_MS = 30_000;
/** The longest delay of a timer, some 24 days: a longer one fires immediately. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

export type Received = { status: number; headers: Headers; text: string };

/** A stream that has begun. `close` ends it, and has to be called. */
export type EventBody = Pick<Received, "status" | "headers"> & {
  body: ReadableStream<Uint8Array>;
  close: () => void;
};

/** The whole response, or a stream that has begun. Throws NO_RESPONSE, also if the response is late or breaks off. */
export async function exchange(
  connection: ClientOptions,
  base: string,
  request: Request,
): Promise<Received | EventBody> {
  const { method, path, signal } = request;
  const content = contentOf(connection, request);
  const asked = (request.timeout ?? connection.timeout ?? TIMEOUT_MS) + (request.waitSeconds ?? 0) * 1_000;
  const timeout = Math.min(asked, LONGEST_TIMEOUT_MS);
  signal?.throwIfAborted();
  const controller = new AbortController();
  const stop = () => controller.abort(signal?.reason);
  signal?.addEventListener("abort", stop);
  const timer = setTimeout(() => controller.abort(new Error(`none within ${timeout} ms`)), timeout);
  const end = () => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  };
  try {
    // The token is sent to its own address only, so redirects are not followed.
    const init = { method, ...content, signal: controller.signal, redirect: "manual" } as const;
    const response = await (connection.fetch ?? fetch)(`${base}${path}`, init);
    const { status, headers, body } = response;
    if (request.isStream && status === 200 && body && headers.get("content-type")?.startsWith("text/event-stream")) {
      clearTimeout(timer);
      const close = () => {
        end();
        controller.abort();
      };
      return { status, headers, body, close };
    }
    const text = await response.text();
    end();
    return { status, headers, text };
  } catch (cause) {
    end();
    signal?.throwIfAborted();
    throw noResponse(request, cause);
  }
}

function noResponse({ method, path }: Request, cause: unknown): RecordsError {
  const { message: reason, cause: origin } = cause as FetchFault;
  const message = `No response to ${method} ${path}: ${[reason, origin?.code].filter((part) => part !== undefined).join(" ")}`;
  return new RecordsError("NO_RESPONSE", message, { cause });
}

/** Throws TypeError for content that cannot be sent. Nothing has been sent then, so nothing needs to be repeated. */
function contentOf({ token }: ClientOptions, { headers, body }: Request) {
  const all = { ...headers, authorization: `Bearer ${token}` };
  new Headers(all);
  if (body === undefined) return { headers: all };
  return { headers: { ...all, "content-type": "application/json" }, body: JSON.stringify(body, refuseNoNumber) };
}

/** JSON.stringify would write null, which clears a field. */
function refuseNoNumber(key: string, value: unknown): unknown {
  if (typeof value === "number" && !Number.isFinite(value))
    throw new TypeError(`${key}: ${value} is no number of JSON.`);
  return value;
}

type FetchFault = { message?: string; cause?: { code?: string } };

/** Returns false only if the server was certainly not reached. Node reports that; other platforms do not. */
export function wasSent({ cause }: RecordsError): boolean {
  return !UNSENT.includes((cause as FetchFault | undefined)?.cause?.code ?? "");
}

const UNSENT = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"];

type ErrorBody = { code: ErrorCode; message: string; requestId: string; details?: ErrorDetail[] };

export function dataOf<Data>({ status, headers, text }: Received, { method, path }: Request): Data {
  const body = parseJson(text) as { data?: Data; error?: ErrorBody } | null;
  if (status < 300 && body?.data !== undefined) return body.data;
  if (body === null && headers.get("content-type")?.startsWith("application/json"))
    throw new RecordsError("NO_RESPONSE", `The response to ${method} ${path} broke off`);
  const requestId = headers.get("x-request-id");
  const retryAfter = parseWait(headers.get("retry-after")) ?? (status === 429 ? 1 : null);
  if (body?.error?.code !== undefined) {
    const { code, message, details } = body.error;
    throw new RecordsError(code, message, { status, requestId, retryAfter, details: details ?? [] });
  }
  const code = CODES[status] ?? (status >= 500 ? "SERVER_ERROR" : "INVALID_RESPONSE");
  const target = headers.get("location");
  const message = `${method} ${path}: ${status}${target === null ? "" : ` leads to ${target}`}, without a body of this API. Is the URL right?`;
  throw new RecordsError(code, message, { status, requestId, retryAfter });
}

/** Statuses that are sufficient without a body, for when a proxy has replaced the body with a page of its own. */
const CODES: { [status: number]: ErrorCode } = { 412: "PRECONDITION_FAILED", 429: "RATE_LIMITED" };

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Reads only the token's window. The window of addresses counts failures. */
export function roomOf({ status, headers }: Pick<Received, "status" | "headers">): Room | null {
  if (status === 429) return { remaining: 0, seconds: parseWait(headers.get("retry-after")) ?? 1 };
  const [, remaining, seconds] = /^"token";r=(\d+);t=(\d+)/.exec(headers.get("ratelimit") ?? "") ?? [];
  return remaining === undefined ? null : { remaining: Number(remaining), seconds: parseWait(seconds) ?? 1 };
}

/** Accepts the address of the service, and that of the API below it. */
export function baseOf({ url, token }: ClientOptions): string {
  if (!/^[!-~]+$/.test(token ?? "")) throw new TypeError("The token is missing, or has characters that no token has.");
  try {
    // Not `URL.canParse`: once optimized, Node 20's misreads the letters from U+0080 to U+00FF.
    const { protocol, origin, pathname } = new URL(url);
    if (!/^https?:$/.test(protocol)) throw new TypeError(protocol);
    const base = `${origin}${pathname}`.replace(/\/+$/, "");
    return base.endsWith("/api/v1") ? base : `${base}/api/v1`;
  } catch {
    throw new TypeError(`url is the address of the service, such as https://records.example: not ${url}`);
  }
}
