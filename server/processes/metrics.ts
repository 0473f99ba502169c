/** `GET /metrics` on METRICS_PORT, for Prometheus. A supervisor collects those of all of its processes over IPC. */
import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { AggregatorRegistry, Registry } from "prom-client";
import { env } from "../../lib/process/env";
import { log } from "../../lib/process/log";
import { metrics } from "../../lib/process/metrics";

/** A process that is starting or ending does not reply within this time, and is left out. */
const ANSWER_MS = 1_000;

type Question = { metrics: "ask"; id: number };
type Samples = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;
type Reply = { metrics: "tell"; id: number; samples: Samples };

/** For a process that serves. Does nothing if METRICS_PORT is not set. */
export async function offerMetrics(): Promise<void> {
  const opened = metrics();
  if (opened === null) return;
  if (!cluster.isWorker) return listen(() => opened.registry.metrics());
  process.on("message", async (message: Question) => {
    if (message?.metrics !== "ask") return;
    const samples = await opened.registry.getMetricsAsJSON();
    process.send?.({ metrics: "tell", id: message.id, samples } satisfies Reply, undefined, undefined, () => {});
  });
}

/** For the supervisor. Does nothing if METRICS_PORT is not set. */
export async function serveMetrics(): Promise<void> {
  if (env().METRICS_PORT === undefined) return;
  let asked = 0;
  await listen(async () => {
    asked += 1;
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    const told = await Promise.all(workers.map((worker) => ask(worker, asked)));
    return AggregatorRegistry.aggregate(told.filter((samples) => samples !== null)).metrics();
  });
}

/** Resolves to null if the process does not reply in time. */
function ask(worker: Worker, id: number): Promise<Samples | null> {
  return new Promise((resolve) => {
    const settle = (samples: Samples | null) => {
      clearTimeout(timer);
      worker.off("message", hear);
      resolve(samples);
    };
    const hear = (message: Reply) => {
      if (message?.metrics === "tell" && message.id === id) settle(message.samples);
    };
    const timer = setTimeout(settle, ANSWER_MS, null);
    worker.on("message", hear);
    worker.send({ metrics: "ask", id } satisfies Question, (error) => {
      if (error !== null) settle(null);
    });
  });
}

async function listen(read: () => Promise<string>): Promise<void> {
  const { HOST, METRICS_PORT } = env();
  const server = createServer(async (request, response) => {
    if (request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    try {
      const text = await read();
      response.writeHead(200, { "content-type": Registry.PROMETHEUS_CONTENT_TYPE }).end(text);
    } catch (error) {
      log().warn({ error: String(error) }, "the metrics could not be read");
      response.writeHead(500).end();
    }
  });
  server.listen({ port: METRICS_PORT, host: HOST, exclusive: true });
  try {
    await once(server, "listening");
  } catch (error) {
    throw new Error(`METRICS_PORT ${METRICS_PORT} cannot be used. Choose another one.`, { cause: error });
  }
  log().info({ port: (server.address() as AddressInfo).port, address: HOST }, "metrics");
  server.unref();
}
