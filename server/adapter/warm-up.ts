/**
 * Has the pages read before anybody can ask for one, each by a request over a port of its own. While code is read nothing
 * else is heard: not the first callers, and not the database that they wait for.
 */
import { once } from "node:events";
import { createServer, get, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { log } from "../../lib/log";

/** A page that takes so long has its code read, and waits for something else. */
const PAGE_MS = 10_000;
/** What most visits begin with. They share nearly all of their code with the other pages. */
const PAGES = ["/sign-in", "/tokens", "/tokens/new", "/admin/tokens"];

/** Signed out, so they change nothing. A page that fails says so again to whoever asks for it: it is no reason not to start. */
export async function warmUp(pages: RequestListener): Promise<void> {
  // Exclusive: what workers of a cluster listen on they share, and would answer for one another.
  const server = createServer(pages).listen({ port: 0, host: "127.0.0.1", exclusive: true });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  for (const path of PAGES) {
    await ask(port, path).catch((error: unknown) => log().warn({ path, error: String(error) }, "a page was not read"));
  }
  server.close();
  server.closeAllConnections();
}

async function ask(port: number, path: string): Promise<void> {
  const request = get({ host: "127.0.0.1", port, path, agent: false, signal: AbortSignal.timeout(PAGE_MS) });
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  answer.resume();
  await once(answer, "end");
}
