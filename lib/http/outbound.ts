/** The only way to send to URLs that users name. Targets are public or in WEBHOOKS_PRIVATE_HOSTS; responses are bounded. */
import http from "node:http";
import https, { type RequestOptions } from "node:https";
import type { Socket } from "node:net";
import { env } from "../process/env";
import { connectionOptions, resolvePublic } from "./outbound-connection";
import { failed, type Outcome, outcomeOf, type Result, readExcerpt, resultOf } from "./outbound-response";
import { checkTarget, withoutBrackets } from "./outbound-target";

export type Attempt = Result & { milliseconds: number };

type OutboundPost = {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** The organization's hosts: `hooks.example.com`, `*.example.com`. Null allows all. */
  allowedHosts: readonly string[] | null;
  /** Ends the attempt early, as a timeout. */
  signal: AbortSignal;
};

/** `mayBegin` is called once there is a connection, before the first byte is sent. If it returns false, nothing is sent. */
type WithdrawablePost = OutboundPost & { mayBegin: () => Promise<boolean> };

/** `ca` is an authority to trust instead of the usual ones. */
const USUAL = { connectMs: 5_000, attemptMs: 15_000, resolve: resolvePublic, ca: undefined as string | undefined };
/** Tests set others. */
export type OutboundOptions = typeof USUAL & { privateHosts: readonly string[] };

/** Limits a whole response, informational heads included. The body is read so that the receiver can finish writing. */
const MAX_RESPONSE_BYTES = 64 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;
const MAX_INFORMATIONAL = 10;
/** Limits the session tickets of a connection. Servers send two. */
const MAX_TICKETS = 10;

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
  const used = { ...USUAL, privateHosts: env().WEBHOOKS_PRIVATE_HOSTS, ...options };
  const result = await attempt({ mayBegin: async () => true, ...post }, used);
  return result === "withdrawn" ? result : { ...result, milliseconds: Math.round(performance.now() - started) };
}

async function attempt(post: WithdrawablePost, options: OutboundOptions): Promise<Result | "withdrawn"> {
  const target = checkTarget(post.url, post.allowedHosts, options.privateHosts);
  if (target.fault !== null) return failed("blocked");
  if (post.signal.aborted) return failed("timeout");
  const ending = new AbortController();
  const end = () => ending.abort();
  const whole = setTimeout(end, options.attemptMs);
  post.signal.addEventListener("abort", end);
  let connecting: NodeJS.Timeout | undefined;
  try {
    // A second time over a new connection, if the receiver has closed the one that was kept.
    for (const isNew of [false, true]) {
      connecting = setTimeout(end, options.connectMs);
      const connection = connectionOptions(target.kind, { ...options, isNew });
      const outcome = await exchange(target.url, post, { ...connection, signal: ending.signal }, connecting);
      if (outcome !== "stale") return outcome;
      clearTimeout(connecting);
    }
    return failed("refused");
  } finally {
    clearTimeout(whole);
    clearTimeout(connecting);
    post.signal.removeEventListener("abort", end);
  }
}

/**
 * Resolves when the response has ended, or was cut. A status counts from its arrival, whatever follows it. "stale": the receiver
 * has closed the connection, which was kept from an earlier request. Clears `connecting` once there is a connection.
 */
function exchange(
  url: URL,
  { headers, body, mayBegin }: WithdrawablePost,
  options: RequestOptions,
  connecting: NodeJS.Timeout,
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
      clearTimeout(connecting);
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
