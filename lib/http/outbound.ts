/**
 * The only way out of the service: requests to URLs that its users name. A target is public, or named by the operator
 * (WEBHOOKS_PRIVATE_HOSTS), and no response can take longer, or more memory, than the limits here.
 */
import http, { type IncomingMessage } from "node:http";
import https, { type RequestOptions } from "node:https";
import { env } from "../process/env";
import { ConnectionFault, connectionOptions, type Resolve, resolvePublic, tunnelOptions } from "./outbound-connection";
import { checkTarget, type TargetKind, withoutBrackets } from "./outbound-target";

/**
 * "delivered" is a status from 200 to 299, "status" any other; redirects are not followed. "refused" is also a connection that
 * broke, and a response that is not HTTP.
 */
export type Outcome = "delivered" | "refused" | "timeout" | "tls" | "dns" | "status" | "blocked";

export type Attempt = {
  outcome: Outcome;
  status: number | null;
  milliseconds: number;
  /** Of 429 and 503, an hour at most. */
  retryAfterSeconds: number | null;
};

type OutboundPost = {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Of the organisation: `hooks.example.com`, `*.example.com`. Null allows all. */
  allowedHosts: readonly string[] | null;
  /** Ends the attempt early, as a timeout. */
  signal: AbortSignal;
};

/** `mayBegin` is asked once the connection is there, before the first byte is sent. If it says no, nothing is sent. */
type WithdrawablePost = OutboundPost & { mayBegin: () => Promise<boolean> };

/** Tests set them. `ca` is an authority to trust instead of the usual ones. */
export type OutboundOptions = {
  privateHosts: readonly string[];
  proxy: string | null;
  connectMs: number;
  attemptMs: number;
  resolve: Resolve;
  ca: string | undefined;
};

const CONNECT_MS = 5_000;
const ATTEMPT_MS = 15_000;
/** Read so that the receiver can finish writing, and thrown away. */
const MAX_RESPONSE_BYTES = 64 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;
export const MAX_RETRY_AFTER_SECONDS = 3_600;

type Result = Omit<Attempt, "milliseconds">;

/** Never rejects, except with the error of `mayBegin`, and on programming errors such as invalid header names. */
export async function postOutbound(
  post: WithdrawablePost,
  options?: Partial<OutboundOptions>,
): Promise<Attempt | "withdrawn">;
export async function postOutbound(post: OutboundPost, options?: Partial<OutboundOptions>): Promise<Attempt>;
export async function postOutbound(
  post: OutboundPost & Partial<WithdrawablePost>,
  options: Partial<OutboundOptions> = {},
): Promise<Attempt | "withdrawn"> {
  const started = performance.now();
  const result = await attempt(post, { ...ownOptions(), ...options });
  return result === "withdrawn" ? result : { ...result, milliseconds: Math.round(performance.now() - started) };
}

/** Null, or a sentence that says what is wrong with the URL and what to do. It looks nothing up. */
export function faultOfTarget(url: string, allowedHosts: readonly string[] | null): string | null {
  return checkTarget(url, allowedHosts, env().WEBHOOKS_PRIVATE_HOSTS).fault;
}

/** For logs and pages: without query, fragment and credentials. */
export function shownTarget(url: string): string {
  if (!URL.canParse(url)) return "an invalid URL";
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

function ownOptions(): OutboundOptions {
  const { WEBHOOKS_PRIVATE_HOSTS: privateHosts, WEBHOOKS_PROXY: proxy = null } = env();
  return {
    privateHosts,
    proxy,
    connectMs: CONNECT_MS,
    attemptMs: ATTEMPT_MS,
    resolve: resolvePublic,
    ca: undefined,
  };
}

async function attempt(
  post: OutboundPost & Partial<WithdrawablePost>,
  options: OutboundOptions,
): Promise<Result | "withdrawn"> {
  const target = checkTarget(post.url, post.allowedHosts, options.privateHosts);
  if (target.fault !== null) return failed("blocked");
  if (post.signal.aborted) return failed("timeout");
  const ending = new AbortController();
  const end = () => ending.abort();
  const [whole, connecting] = [setTimeout(end, options.attemptMs), setTimeout(end, options.connectMs)];
  post.signal.addEventListener("abort", end);
  try {
    const connection = await connect(target, options, ending.signal);
    if ("outcome" in connection) return connection;
    return await exchange(target.url, post, { ...connection, signal: ending.signal }, () => clearTimeout(connecting));
  } finally {
    clearTimeout(whole);
    clearTimeout(connecting);
    post.signal.removeEventListener("abort", end);
  }
}

async function connect(
  { url, kind }: { url: URL; kind: TargetKind },
  { proxy, resolve, ca }: OutboundOptions,
  signal: AbortSignal,
): Promise<RequestOptions | Result> {
  if (proxy === null) return connectionOptions(kind, resolve, ca);
  return tunnelOptions(url, proxy, ca, signal).catch((error) => failed(outcomeOf(error)));
}

/** Resolves when the response has ended, or was cut. A status counts from its arrival, whatever follows it. */
function exchange(
  url: URL,
  { headers, body, mayBegin = async () => true }: OutboundPost & Partial<WithdrawablePost>,
  options: RequestOptions,
  onConnected: () => void,
): Promise<Result | "withdrawn"> {
  const isSecure = url.protocol === "https:";
  const request = (isSecure ? https : http).request({
    ...options,
    method: "POST",
    host: withoutBrackets(url.hostname),
    port: url.port,
    path: url.pathname + url.search,
    headers: { ...headers, host: url.host, "content-length": Buffer.byteLength(body) },
    maxHeaderSize: MAX_HEADER_BYTES,
  });
  return new Promise((resolve, reject) => {
    let result: Result | undefined;
    const settle = (fallback: Result | "withdrawn") => {
      resolve(result ?? fallback);
      request.destroy();
    };
    const begin = () => {
      onConnected();
      mayBegin().then(
        (isAllowed) => (isAllowed ? request.end(body) : settle("withdrawn")),
        (error: Error) => {
          reject(error);
          request.destroy();
        },
      );
    };
    request
      .once("socket", (socket) => {
        // A tunnel is connected already; TLS begins in it.
        if (!isSecure && !socket.connecting) begin();
        else socket.once(isSecure ? "secureConnect" : "connect", begin);
      })
      .once("response", (response) => {
        result = resultOf(response);
        discard(response);
      })
      .once("upgrade", (response, socket) => {
        socket.destroy();
        settle(resultOf(response));
      })
      .on("error", (error) => settle(failed(outcomeOf(error))))
      // After the response has ended, or without one.
      .once("close", () => settle(failed("refused")));
  });
}

function discard(response: IncomingMessage): void {
  let bytes = 0;
  response
    .on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes >= MAX_RESPONSE_BYTES) response.destroy();
    })
    .on("error", () => {});
}

function failed(outcome: Outcome): Result {
  return { outcome, status: null, retryAfterSeconds: null };
}

function resultOf({ statusCode: status = 0, headers }: IncomingMessage): Result {
  const isPause = status === 429 || status === 503;
  return {
    outcome: status >= 200 && status <= 299 ? "delivered" : "status",
    status,
    retryAfterSeconds: isPause ? parseRetryAfter(headers["retry-after"] ?? "", Date.now()) : null,
  };
}

/** Seconds or an HTTP date; null for anything else. */
function parseRetryAfter(text: string, now: number): number | null {
  const seconds = /^\d+$/.test(text)
    ? Number(text)
    : text.endsWith("GMT")
      ? (Date.parse(text) - now) / 1000
      : Number.NaN;
  return Number.isNaN(seconds) ? null : Math.min(MAX_RETRY_AFTER_SECONDS, Math.max(0, Math.ceil(seconds)));
}

/** Codes of the system, of Node and of its parser of HTTP. Those of OpenSSL begin otherwise, such as CERT_HAS_EXPIRED. */
const BROKEN = /^(?:HPE_|E(?!PROTO$|RR_TLS|RR_SSL)|$)/;

function outcomeOf(error: NodeJS.ErrnoException): Outcome {
  if (error instanceof ConnectionFault) return error.outcome;
  if (error.name === "AbortError" || error.code === "ETIMEDOUT") return "timeout";
  // Of request-filtering-agent, whose errors have no code.
  if (error.message.startsWith("DNS lookup ")) return "blocked";
  return BROKEN.test(error.code ?? "") ? "refused" : "tls";
}
