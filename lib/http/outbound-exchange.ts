/** One outbound request over a connection, and what its end means. */
import http, { type IncomingMessage } from "node:http";
import https, { type RequestOptions } from "node:https";
import type { Socket } from "node:net";
import { ConnectionFault } from "./outbound-connection";
import { withoutBrackets } from "./outbound-target";

/** "delivered" is 200 to 299, "status" any other: redirects are not followed. "refused" includes broken connections and non-HTTP. */
export type Outcome = "delivered" | "refused" | "timeout" | "tls" | "dns" | "status" | "blocked";

export type Result = {
  outcome: Outcome;
  status: number | null;
  /** Sent with 429 and 503; an hour at most. */
  retryAfterSeconds: number | null;
  /** The beginning of the body, as text without control characters. */
  excerpt: string;
};

type Sent = {
  headers: Record<string, string>;
  body: string;
  /** Asked once the connection is there, before the first byte. */
  mayBegin?: () => Promise<boolean>;
};

/** Limits a whole response, informational heads included. The body is read so that the receiver can finish writing. */
const MAX_RESPONSE_BYTES = 64 * 1024;
const EXCERPT_BYTES = 512;
const MAX_HEADER_BYTES = 16 * 1024;
const MAX_INFORMATIONAL = 10;
/** Limits the chunks of a body: those of one byte cost far more than their bytes. */
const MAX_PIECES = 500;
/** Limits the session tickets of a connection. Servers send two. */
const MAX_TICKETS = 10;
export const MAX_RETRY_AFTER_SECONDS = 3_600;

/** Resolves when the response has ended, or was cut. A status counts from its arrival, whatever follows it. */
export function exchange(
  url: URL,
  { headers, body, mayBegin = async () => true }: Sent,
  options: RequestOptions,
  onConnected: () => void,
): Promise<Result | "withdrawn" | "stale"> {
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
    let informational = 0;
    const settle = (fallback: Result | "withdrawn" | "stale") => {
      if (request.socket !== null) allowances.delete(request.socket);
      resolve(result ?? fallback);
      request.destroy();
    };
    const broken = (outcome: Outcome) =>
      settle(request.reusedSocket && outcome === "refused" ? "stale" : failed(outcome));
    const begin = (socket: Socket) => {
      onConnected();
      mayBegin().then(
        (isAllowed) => {
          if (!isAllowed) return settle("withdrawn");
          allowances.set(socket, MAX_RESPONSE_BYTES);
          request.end(body);
        },
        (error: Error) => {
          reject(error);
          request.destroy();
        },
      );
    };
    request
      .once("socket", (socket) => {
        if (request.reusedSocket) return begin(socket);
        limitReceived(socket);
        socket.once(isSecure ? "secureConnect" : "connect", () => begin(socket));
      })
      .on("information", () => {
        informational += 1;
        if (informational > MAX_INFORMATIONAL) request.destroy();
      })
      .once("response", (response) => {
        // Bytes that a server sends on closing an idle connection are no response. Node parses them even after the close.
        if (!request.writableEnded || response.socket.destroyed) return broken("refused");
        result = resultOf(response);
        readExcerpt(response, result);
      })
      .once("upgrade", (response, socket) => {
        socket.destroy();
        settle(resultOf(response));
      })
      .on("error", (error) => broken(outcomeOf(error)))
      // After the response has ended, or without one.
      .once("close", () => broken("refused"));
  });
}

function readExcerpt(response: IncomingMessage, result: Result): void {
  const decoder = new TextDecoder();
  let [pieces, room] = [0, EXCERPT_BYTES];
  response
    .on("data", (chunk: Buffer) => {
      pieces += 1;
      if (pieces > MAX_PIECES) response.destroy();
      if (room === 0) return;
      const kept = chunk.subarray(0, room);
      room -= kept.length;
      // A character that is cut at the end stays in the decoder.
      result.excerpt += decoder.decode(kept, { stream: true }).replace(/[^\P{Cc}\n\t]/gu, "");
    })
    .on("error", () => {});
}

/** Counts the bytes that a connection can still receive. An idle one can receive none, and is closed when any arrive. */
const allowances = new WeakMap<Socket, number>();

/** Closes a connection that receives more than it is allowed. Node would read on for as long as bytes arrive. */
function limitReceived(socket: Socket): void {
  let tickets = 0;
  socket
    .prependListener("data", ({ length }: Buffer) => {
      const left = (allowances.get(socket) ?? 0) - length;
      allowances.set(socket, left);
      if (left < 0) socket.destroy();
    })
    .on("session", () => {
      tickets += 1;
      if (tickets > MAX_TICKETS) socket.destroy();
    });
}

export function failed(outcome: Outcome): Result {
  return { outcome, status: null, retryAfterSeconds: null, excerpt: "" };
}

function resultOf({ statusCode: status = 0, headers }: IncomingMessage): Result {
  const isPause = status === 429 || status === 503;
  return {
    outcome: status >= 200 && status <= 299 ? "delivered" : "status",
    status,
    retryAfterSeconds: isPause ? parseRetryAfter(headers["retry-after"] ?? "", Date.now()) : null,
    excerpt: "",
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
  // request-filtering-agent throws errors without a code.
  if (error.message.startsWith("DNS lookup ")) return "blocked";
  return BROKEN.test(error.code ?? "") ? "refused" : "tls";
}
