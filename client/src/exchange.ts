/** One request over HTTP, and what its response says: data or an error, and how much room the token's window has. */
import { type ErrorCode, type ErrorDetail, RecordsError } from "./errors.js";
import type { Room } from "./pace.js";

export type Connection = {
  url: string;
  token: string;
  timeout?: number | undefined;
  retries?: number | undefined;
  fetch?: typeof fetch | undefined;
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
  /** The response is the data itself, without `data` around it. */
  isWhole?: true;
  /** As how many requests the service counts it. */
  cost?: number;
  /** For how long it was asked to wait before it responds. */
  waitSeconds?: number | undefined;
};

const TIMEOUT_MS = 30_000;
/** The longest that a timer has, some 24 days: one that is set to more ends at once. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

export type Received = { status: number; headers: Headers; text: string };

/** Throws NO_RESPONSE, also where it comes too late or breaks off. Nothing stays open. */
export async function exchange(connection: Connection, base: string, request: Request): Promise<Received> {
  const { method, path, signal } = request;
  const content = contentOf(connection, request);
  const asked = (request.timeout ?? connection.timeout ?? TIMEOUT_MS) + (request.waitSeconds ?? 0) * 1_000;
  const timeout = Math.min(asked, LONGEST_TIMEOUT_MS);
  signal?.throwIfAborted();
  const controller = new AbortController();
  const stop = () => controller.abort(signal?.reason);
  signal?.addEventListener("abort", stop);
  const timer = setTimeout(() => controller.abort(new Error(`none within ${timeout} ms`)), timeout);
  try {
    const response = await (connection.fetch ?? fetch)(`${base}${path}`, {
      method,
      ...content,
      signal: controller.signal,
      // A token goes to the address that it was given for, and nowhere else.
      redirect: "manual",
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (cause) {
    signal?.throwIfAborted();
    throw new RecordsError("NO_RESPONSE", `No response to ${method} ${path}: ${reasonOf(cause as FetchFault)}`, {
      cause,
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}

/** Throws TypeError for what cannot be sent: nothing was lost then, and nothing is to be repeated. */
function contentOf(
  { token }: Connection,
  { headers, body }: Request,
): { headers: Record<string, string>; body?: string } {
  const all = { ...headers, authorization: `Bearer ${token}` };
  new Headers(all);
  if (body === undefined) return { headers: all };
  return { headers: { ...all, "content-type": "application/json" }, body: JSON.stringify(body, refuseNoNumber) };
}

/** JSON would write null, which clears a field. */
function refuseNoNumber(key: string, value: unknown): unknown {
  if (typeof value === "number" && !Number.isFinite(value))
    throw new TypeError(`${key}: ${value} is no number of JSON.`);
  return value;
}

type FetchFault = { message?: string; cause?: { code?: string } };

function reasonOf({ message, cause }: FetchFault): string {
  return [message, cause?.code].filter((part) => part !== undefined).join(" ");
}

/** Node says so where nobody was reached; other platforms do not tell. */
export function wasSent({ cause }: RecordsError): boolean {
  return !UNSENT.includes((cause as FetchFault | undefined)?.cause?.code ?? "");
}

const UNSENT = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"];

type ErrorBody = { code: ErrorCode; message: string; requestId: string; details?: ErrorDetail[] };

export function dataOf<Data>({ status, headers, text }: Received, { method, path, isWhole }: Request): Data {
  const body = parseJson(text) as { data?: Data; error?: ErrorBody } | null;
  if (status < 300 && isWhole && body !== null) return body as Data;
  if (status < 300 && body?.data !== undefined) return body.data;
  if (body === null && headers.get("content-type")?.startsWith("application/json"))
    throw new RecordsError("NO_RESPONSE", `The response to ${method} ${path} broke off`);
  const requestId = headers.get("x-request-id");
  const retryAfter = Number(headers.get("retry-after")) || (status === 429 ? 1 : null);
  if (body?.error?.code !== undefined) {
    const { code, message, details } = body.error;
    throw new RecordsError(code, message, { status, requestId, retryAfter, details: details ?? [] });
  }
  const code = CODES[status] ?? (status >= 500 ? "SERVER_ERROR" : "INVALID_RESPONSE");
  const target = headers.get("location");
  const message = `${method} ${path}: ${status}${target === null ? "" : ` leads to ${target}`}, without a body of this API. Is the URL right?`;
  throw new RecordsError(code, message, { status, requestId, retryAfter });
}

/** Of statuses that say it all, where a proxy has put a page of its own in the place of the body. */
const CODES: { [status: number]: ErrorCode } = { 412: "PRECONDITION_FAILED", 429: "RATE_LIMITED" };

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Only the token's window: the one of addresses counts what failed. */
export function roomOf({ status, headers }: Received): Room | null {
  if (status === 429) return { remaining: 0, seconds: Number(headers.get("retry-after")) || 1 };
  const [, remaining, seconds] = /^"token";r=(\d+);t=(\d+)/.exec(headers.get("ratelimit") ?? "") ?? [];
  return remaining === undefined ? null : { remaining: Number(remaining), seconds: Number(seconds) };
}

/** Takes the address of the service, and that of the API below it. */
export function baseOf({ url, token }: Connection): string {
  if (!/^[!-~]+$/.test(token ?? "")) throw new TypeError("The token is missing, or has characters that no token has.");
  const { protocol, origin, pathname } = URL.canParse(url) ? new URL(url) : { protocol: "", origin: "", pathname: "" };
  if (!/^https?:$/.test(protocol))
    throw new TypeError(`url is the address of the service, such as https://records.example: not ${url}`);
  const base = `${origin}${pathname}`.replace(/\/+$/, "");
  return base.endsWith("/api/v1") ? base : `${base}/api/v1`;
}
