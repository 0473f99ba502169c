/** Forwards page requests to the pages process, which trusts what is set here: `X-Forwarded-For` from outside is dropped. */
import { Agent, type IncomingMessage, request as send } from "node:http";
import { pipeline } from "node:stream";
import type { PageHandler } from "./node-adapter";
import { refuseUntilReady } from "./plain-pages";

/** A pages process that sends nothing for this long counts as failed. The slowest page takes a few seconds. */
const SILENT_MS = 30_000;
/** Headers about one connection (RFC 9110 § 7.6.1). Without `Upgrade`, every connection stays HTTP. `Expect` was handled before. */
const HOP_BY_HOP = ["connection", "keep-alive", "proxy-connection", "te", "trailer", "upgrade", "expect"];
/** The length and the target of a message are never about one connection, even if `Connection` names them. */
const ALWAYS_END_TO_END = new Set(["content-length", "transfer-encoding", "host"]);

/**
 * Each request gets its own connection, so that none is idle when the pages process is replaced. The request still asks to keep
 * it alive: otherwise a server that refuses a body might close before the body has arrived.
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
      // Either the length is known, or Node chunks the response again.
      const lines = endToEndHeaders(received, ["transfer-encoding"]);
      response.writeHead(received.statusCode ?? 502, received.statusMessage, lines).flushHeaders();
      // A response that breaks off ends the client's connection. A client that disconnects ends the response.
      pipeline(received, response, () => {});
    });
    // Even if the client has gone: a response that no one waits for is abandoned.
    response.once("close", () => forwarded.destroy());
    request.pipe(forwarded);
  };
}

/** Alternating names and values. Repeated header lines are kept as received. */
function endToEndHeaders({ rawHeaders, headers }: IncomingMessage, dropped: string[]): string[] {
  const named = (headers.connection ?? "").split(",").map((name) => name.trim().toLowerCase());
  const left = new Set([...HOP_BY_HOP, ...named.filter((name) => !ALWAYS_END_TO_END.has(name)), ...dropped]);
  return rawHeaders.flatMap((name, index) =>
    index % 2 === 0 && !left.has(name.toLowerCase()) ? [name, rawHeaders[index + 1] ?? ""] : [],
  );
}
