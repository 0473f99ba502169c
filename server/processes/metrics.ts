/** `GET /metrics` on METRICS_PORT, for Prometheus. A supervisor collects those of all of its processes over IPC. */
import cluster, { type Worker } from "node:cluster";
import { on, once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { AggregatorRegistry, Registry } from "prom-client";
import { env } from "../../lib/process/env";
import { log } from "../../lib/process/log";
import { metrics } from "../../lib/process/metrics";

/** A process that is starting or ending does not reply within this time, and is left out. */
const ANSWER_MS = 1_000;

const QUESTION = "metrics";
type Samples = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;
type Reply = { samples: Samples };

/** For a process that serves. Does nothing if METRICS_PORT is not set. */
export async function offerMetrics(): Promise<void> {
  const opened = metrics();
  if (opened === null) return;
  if (!cluster.isWorker) return listen(() => opened.registry.metrics());
  process.on("message", async (message) => {
    if (message !== QUESTION) return;
    const reply: Reply = { samples: await opened.registry.getMetricsAsJSON() };
    process.send?.(reply, undefined, undefined, () => {});
  });
}

/** For the supervisor. Does nothing if METRICS_PORT is not set. */
export async function serveMetrics(): Promise<void> {
  if (env().METRICS_PORT === undefined) return;
  await listen(async () => {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    const samples = await Promise.all(workers.map(collect));
    return AggregatorRegistry.aggregate(samples.filter((each) => each !== null)).metrics();
  });
}

/** Resolves to null if the process does not reply in time. A reply to another question is as good. */
async function collect(worker: Worker): Promise<Samples | null> {
  const messages = on(worker, "message", { signal: AbortSignal.timeout(ANSWER_MS) });
  worker.send(QUESTION, () => {});
  try {
    for await (const [message] of messages) if (message?.samples !== undefined) return (message as Reply).samples;
  } catch {}
  return null;
}

async function listen(read: () => Promise<string>): Promise<void> {
  const { HOST, METRICS_PORT } = env();
  const server = createServer(async (request, response) => {
    if (request.url !== "/metrics") return void response.writeHead(404).end();
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
