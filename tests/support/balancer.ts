/**
 * A tiny balancer, as a host would put in front of the service: it asks each process whether it is ready, sends requests in turn
 * to those that are, and repeats nothing that failed.
 */
import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { sendTo } from "./http";

export type Balancer = {
  origin: string;
  add: (origin: string) => void;
  remove: (origin: string) => void;
  stop: () => Promise<void>;
};

const CHECK_MS = 200;

export async function startBalancer(): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  /** For each process, true if it was ready when last asked. */
  const processes = new Map<string, boolean>();
  let turn = 0;

  const check = async () => {
    await Promise.all(
      [...processes.keys()].map(async (origin) => {
        const answer = await sendTo(origin, "/api/health/ready", {}).catch(() => null);
        if (processes.has(origin)) processes.set(origin, answer?.status === 200);
      }),
    );
  };
  const checking = setInterval(() => void check(), CHECK_MS);

  const server = createServer((incoming, outgoing) => {
    const ready = [...processes].filter(([, isReady]) => isReady).map(([origin]) => origin);
    turn += 1;
    const target = ready[turn % ready.length];
    if (target === undefined) return void outgoing.writeHead(502).end();
    pass(incoming, outgoing, target, agent);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (origin) => void processes.set(origin, false),
    remove: (origin) => void processes.delete(origin),
    stop: async () => {
      clearInterval(checking);
      server.closeAllConnections();
      server.close();
      agent.destroy();
      await once(server, "close");
    },
  };
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, target: string, agent: Agent): void {
  const { hostname, port } = new URL(target);
  const { method, url, headers } = incoming;
  const forwarded = request({ hostname, port, path: url, method, headers, agent }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  forwarded.on("error", () => {
    if (!outgoing.headersSent) outgoing.writeHead(502);
    outgoing.end();
  });
  incoming.pipe(forwarded);
}
