/** Runs Next in the pages process. Loads the code of the pages before the first request, because loading blocks the process. */
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { createServer, get, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import next from "next";
import { noteAddress } from "../../lib/http/client-address";
import { chooseEncoding } from "../../lib/http/compression";
import { env } from "../../lib/process/env";
import { log } from "../../lib/process/log";
import { readPrismaEngine } from "../../lib/store/prisma";
import type { PageHandler } from "./node-adapter";

/** Only the development server has `upgrade`. */
export type Pages = { handle: PageHandler; upgrade?: ReturnType<Next["getUpgradeHandler"]>; close(): Promise<void> };
type Next = ReturnType<typeof next>;

export async function openPages(mode: "development" | "production"): Promise<Pages> {
  const { HOST, PORT } = env();
  // Tells `next-host.ts` that this process prepares itself.
  Object.assign(globalThis, { isBehindNodeAdapter: true });
  const app = next({ dev: mode === "development", dir: process.cwd(), hostname: HOST, port: PORT });
  await app.prepare();
  const handler = app.getRequestHandler();
  if (mode === "production") {
    await readPrismaEngine();
    await warmUp(handler);
  }
  const pages = mode === "production" ? compressedBefore(handler) : handler;
  return {
    handle: (request, response, address) => {
      noteAddress(request, address);
      void pages(request, response);
    },
    ...(mode === "development" ? { upgrade: app.getUpgradeHandler() } : {}),
    close: () => app.close(),
  };
}

/** Sends scripts and styles as the build compressed them, a seventh smaller than Next would. Not a part, which may not be there. */
function compressedBefore(pages: RequestListener): RequestListener {
  const files = readdirSync(".next/static", { recursive: true, encoding: "utf8" });
  const paths = new Set(files.map((name) => `/_next/static/${name}`));
  return (request, response) => {
    const { method, headers, url = "" } = request;
    const isTaken = chooseEncoding(headers["accept-encoding"] ?? null) === "br";
    if (isTaken && method === "GET" && headers.range === undefined && paths.has(`${url}.br`)) {
      request.url = `${url}.br`;
      response.setHeader("content-type", `text/${url.endsWith(".css") ? "css" : "javascript"}; charset=utf-8`);
      response.setHeader("content-encoding", "br").setHeader("vary", "accept-encoding");
    }
    pages(request, response);
  };
}

/** A page that takes this long has loaded its code and is waiting for something else. */
const PAGE_MS = 10_000;
/** The pages where most visits begin. They share nearly all of their code with the other pages. */
const PAGES = ["/sign-in", "/overview", "/tokens", "/tokens/new", "/admin/tokens"];

/** Requests pages without a session, which changes nothing. A failing page does not stop the start. */
async function warmUp(pages: RequestListener): Promise<void> {
  // Exclusive, because workers of a cluster share their listeners, so another worker could get these requests.
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
