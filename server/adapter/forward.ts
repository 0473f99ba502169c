/**
 * Forwards requests for pages to the pages process over its local socket, and streams its responses back. The pages trust
 * only what is set here about the client: an `X-Forwarded-For` from outside is dropped.
 */
import { Agent, type IncomingMessage, request as send } from "node:http";
import { pipeline } from "node:stream";
import type { PageHandler } from "./node-adapter";
import { refuseUntilReady } from "./plain-pages";

/** A pages process that is silent for so long counts as failed; the slowest page takes a few seconds. */
const SILENT_MS = 30_000;
/** Headers about one connection (RFC 9110 § 7.6.1). Without `Upgrade` nobody leaves HTTP. `Expect` has been answered already. */
const HOP_BY_HOP = ["connection", "keep-alive", "proxy-connection", "te", "trailer", "upgrade", "expect"];
/** The length and the target of a message are never about one connection, whatever its `Connection` names. */
const ALWAYS_END_TO_END = new Set(["content-length", "transfer-encoding", "host"]);

/**
 * A connection for each request, so none is idle when the pages process is replaced. The request still asks to keep it alive:
 * otherwise a server that refuses a body might close before the body has arrived.
 */
const agent = new Agent({ keepAlive: false });
const KEEP_ALIVE = ["connection", "keep-alive"];

export function forwardTo(socketPath: string): PageHandler {
  return (request, response, address) => {
    const { method, url: path } = request;
    const kept = endToEndHeaders(request, ["x-forwarded-for", "forwarded"]);
    const headers = [...kept, ...KEEP_ALIVE, "x-forwarded-for", address];
    const forwarded = send({ agent, socketPath, method, path, headers, timeout: SILENT_MS });
    forwarded.on("timeout", () => forwarded.destroy(new Error("The pages process is silent.")));
    forwarded.on("error", (error) => {
      if (!response.headersSent) refuseUntilReady({ request, response, address }, error);
    });
    forwarded.on("response", (received) => {
      // Its length is known, or it is chunked anew.
      const lines = endToEndHeaders(received, ["transfer-encoding"]);
      response.writeHead(received.statusCode ?? 502, received.statusMessage, lines).flushHeaders();
      // A response that breaks off ends the client's connection; a client that leaves ends the response.
      pipeline(received, response, () => {});
    });
    // Also if the client has left: a response that nobody waits for is not finished.
    response.once("close", () => forwarded.destroy());
    request.pipe(forwarded);
  };
}

/** Names and values in turn, with repeated lines as received. */
function endToEndHeaders({ rawHeaders, headers }: IncomingMessage, dropped: string[]): string[] {
  const named = (headers.connection ?? "").split(",").map((name) => name.trim().toLowerCase());
  const left = new Set([...HOP_BY_HOP, ...named.filter((name) => !ALWAYS_END_TO_END.has(name)), ...dropped]);
  return rawHeaders.flatMap((name, index) =>
    index % 2 === 0 && !left.has(name.toLowerCase()) ? [name, rawHeaders[index + 1] ?? ""] : [],
  );
}
