/** The targets of the protocol's conformance tests, which connect to a loopback address and cannot add headers. */
import { createServer, type RequestListener, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { handleMessage } from "@/lib/mcp/protocol";
import type { JsonObject } from "@/lib/model";
import { openFixture } from "./mcp-fixture";

type Target = { url: string; close: () => void };

/** `/mcp` of the service, through a proxy that adds the token. */
export async function openProxy(origin: string, token: string): Promise<Target> {
  const { hostname, port } = new URL(origin);
  const server = createServer((incoming, outgoing) => {
    const isOwn = incoming.headers.origin === `http://127.0.0.1:${portOf(server)}`;
    const headers = {
      ...incoming.headers,
      authorization: `Bearer ${token}`,
      // To the service, the proxy's origin is foreign.
      ...(isOwn ? { origin } : {}),
    };
    const passed = request(
      { hostname, port, path: incoming.url, method: incoming.method, headers, agent: false },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      },
    );
    passed.on("error", () => outgoing.destroy());
    incoming.pipe(passed);
  });
  return listen(server);
}

/** The fixture, whose messages are handled by the code that handles those of `/mcp`, without what precedes a message. */
export function openMount(): Promise<Target> {
  const mount: RequestListener = async (incoming, outgoing) => {
    if (incoming.method !== "POST") return void outgoing.writeHead(405).end();
    const header = (name: string) => incoming.headers[name]?.toString() ?? null;
    const { status, text } = await handleMessage({ header }, (await json(incoming)) as JsonObject, openFixture);
    outgoing.writeHead(status, { "content-type": text === "" ? "text/plain" : "application/json" }).end(text);
  };
  return listen(createServer((incoming, outgoing) => void mount(incoming, outgoing)));
}

async function listen(server: Server): Promise<Target> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${portOf(server)}/mcp`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
