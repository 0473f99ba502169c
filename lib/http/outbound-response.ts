/** Reads the response to an outbound request. */
import type { IncomingMessage } from "node:http";
import { ConnectionFault } from "./outbound-connection";

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

const EXCERPT_BYTES = 512;
/** Limits the chunks of a body: those of one byte cost far more than their bytes. */
const MAX_PIECES = 500;
export const MAX_RETRY_AFTER_SECONDS = 3_600;

export function failed(outcome: Outcome): Result {
  return { outcome, status: null, retryAfterSeconds: null, excerpt: "" };
}

export function resultOf({ statusCode: status = 0, headers }: IncomingMessage): Result {
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
  const date = text.endsWith("GMT") ? Date.parse(text) : Number.NaN;
  const seconds = /^\d+$/.test(text) ? Number(text) : (date - now) / 1000;
  return Number.isNaN(seconds) ? null : Math.min(MAX_RETRY_AFTER_SECONDS, Math.max(0, Math.ceil(seconds)));
}

export function readExcerpt(response: IncomingMessage, result: Result): void {
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

/** Codes of the system, of Node and of its parser of HTTP. Those of OpenSSL begin otherwise, such as CERT_HAS_EXPIRED. */
const BROKEN = /^(?:HPE_|E(?!PROTO$|RR_TLS|RR_SSL)|$)/;

export function outcomeOf(error: NodeJS.ErrnoException): Outcome {
  if (error instanceof ConnectionFault) return error.outcome;
  if (error.name === "AbortError" || error.code === "ETIMEDOUT") return "timeout";
  // request-filtering-agent throws errors without a code.
  if (error.message.startsWith("DNS lookup ")) return "blocked";
  return BROKEN.test(error.code ?? "") ? "refused" : "tls";
}
