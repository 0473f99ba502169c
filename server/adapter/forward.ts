/**
 * Hands requests for pages over to the pages process, by its local socket, and its responses back, both as they arrive. What
 * the pages learn of the client is what stands here: whoever writes `X-Forwarded-For` from outside is not heard.
 */
import { Agent, type IncomingMessage, request as send } from "node:http";
import { pipeline } from "node:stream";
import type { PageHandler } from "./node-adapter";
import { refuseUntilReady } from "./plain-pages";

/** The pages process is given up when it says nothing for so long; the slowest page takes a few seconds. */
const SILENT_MS = 30_000;
/**
 * Headers about one connection (RFC 9110 § 7.6.1). `Upgrade` is among them, so that nobody leaves HTTP behind. `Expect` has
 * been answered by then.
 */
const HOP_BY_HOP = ["connection", "keep-alive", "proxy-connection", "te", "trailer", "upgrade", "expect"];
/** How long a message is, and whom it is for, is never about one connection, whatever its `Connection` names. */
const ALWAYS_END_TO_END = new Set(["content-length", "transfer-encoding", "host"]);

/**
 * A connection for each request: none lies idle when the pages process is replaced. It is asked to be kept alive, because a
 * server that means to end it can do so before a body that it refuses has come to its end.
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
      // Its length is known, or it is sent in chunks of its own.
      const lines = endToEndHeaders(received, ["transfer-encoding"]);
      response.writeHead(received.statusCode ?? 502, received.statusMessage, lines).flushHeaders();
      // A response that breaks off ends the client's connection, and a client that leaves ends the response.
      pipeline(received, response, () => {});
    });
    // Also where the client has left: what nobody waits for is not finished.
    response.once("close", () => forwarded.destroy());
    request.pipe(forwarded);
  };
}

/** Names and values in turn, each line as it was received. */
function endToEndHeaders({ rawHeaders, headers }: IncomingMessage, dropped: string[]): string[] {
  const named = (headers.connection ?? "").split(",").map((name) => name.trim().toLowerCase());
  const left = new Set([...HOP_BY_HOP, ...named.filter((name) => !ALWAYS_END_TO_END.has(name)), ...dropped]);
  return rawHeaders.flatMap((name, index) =>
    index % 2 === 0 && !left.has(name.toLowerCase()) ? [name, rawHeaders[index + 1] ?? ""] : [],
  );
}
