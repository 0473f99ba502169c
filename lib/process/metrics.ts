/** Metrics of a process for operators (docs/operate.md, Metrics); none without METRICS_PORT. */
import cluster from "node:cluster";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { env } from "./env";
import { runtime } from "./runtime";
import { VERSION } from "./version";

/** In seconds, from a read by key to a list that reaches its time limit. */
const LATENCY_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export const metrics = runtime.part(
  "metrics",
  () => (env().METRICS_PORT === undefined ? null : openMetrics()),
  async (opened) => opened?.registry.clear(),
);

function openMetrics() {
  const registry = new Registry();
  // Series are labeled by process: a sum over all processes would fall when one ends.
  registry.setDefaultLabels({ process: cluster.worker === undefined ? "0" : String(cluster.worker.id) });
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const counterBy = <Label extends string>(labelNames: Label[], name: string, help: string) =>
    new Counter({ name, help, labelNames, registers });
  const opened = {
    registry,
    requests: counterBy(
      ["endpoint", "status", "code"],
      "records_requests_total",
      "Requests of the API that have their response; status 499: the caller left before.",
    ),
    latency: new Histogram({
      name: "records_request_duration_seconds",
      help: "From the arrival of a request's headers until its response is made.",
      labelNames: ["endpoint"],
      buckets: LATENCY_BUCKETS,
      registers,
    }),
    statements: counterBy(
      ["on", "plan"],
      "records_statements_total",
      "Statements sent to PostgreSQL, by the connection that they went over, and by how they were planned.",
    ),
    replicaReads: counterBy(
      ["outcome"],
      "records_replica_reads_total",
      "Reads that a replica could serve, where there are any: by where they were read, or why at the primary.",
    ),
    limited: counterBy(
      ["window", "decision"],
      "records_rate_limit_decisions_total",
      "Decisions of the rate limits, by window.",
    ),
    shed: counterBy(
      ["reason"],
      "records_requests_shed_total",
      "Requests refused because of load, not of a window: their share, the room for bodies or the number of streams is full, a table is locked, or reads are slow.",
    ),
    pages: counterBy(
      ["status"],
      "records_page_requests_total",
      "Requests for pages and their files that have their response, by status.",
    ),
    webhookAttempts: counterBy(
      ["outcome"],
      "records_webhook_attempts_total",
      "Attempts to send a delivery of a webhook, by what came of them.",
    ),
    maintenanceFailures: counterBy(["task"], "records_maintenance_failures_total", "Tasks of maintenance that failed."),
    dropped: counterBy(
      ["reason"],
      "records_call_log_dropped_total",
      "What could not be recorded of the calls of tokens, by the reason.",
    ),
    /** `count` is read each time the metrics are. */
    counter(name: string, help: string, count: () => number): void {
      new Counter({
        name,
        help,
        registers,
        collect() {
          this.reset();
          this.inc(count());
        },
      });
    },
    /** `look` sets the gauge's values, each time the metrics are read. */
    gauge(name: string, help: string, labelNames: string[], look: (gauge: Gauge) => void | Promise<void>): void {
      new Gauge({
        name,
        help,
        labelNames,
        registers,
        async collect() {
          this.reset();
          // Otherwise a gauge without labels would show 0 when the value is unknown.
          if (labelNames.length === 0) this.remove();
          await look(this);
        },
      });
    },
  };
  // Prometheus sees no increase of a series that begins above zero, so an alert would miss the first events.
  for (const reason of ["share", "bodies", "streams", "locked", "paused", "slow"]) opened.shed.inc({ reason }, 0);
  for (const reason of ["too many", "not written"]) opened.dropped.inc({ reason }, 0);
  opened.gauge("records_build_info", "Always 1; the labels tell what runs.", ["version", "node"], (gauge) =>
    gauge.set({ version: VERSION, node: process.version }, 1),
  );
  return opened;
}
