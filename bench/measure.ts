/** One measurement: an operation under load, and what it cost the server and PostgreSQL. */
import { execFile } from "node:child_process";
import { BASE_PATH } from "../lib/public-api/paths";
import type { Dataset } from "./dataset";
import type { Operation, Request } from "./operations";
import { cpuMs, cpuOfFamilyMs, rssMb } from "./processes";
import type { Target, TargetName } from "./targets";

export type Row = {
  target: TargetName | "sql";
  operation: Operation;
  connections: number;
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Per request. */
  serverCpuMs: number;
  postgresCpuMs: number;
  rssMb: number;
};

/** Before anything is counted: plans, caches and compiled code are as they are after a while. */
const WARM_UP_SECONDS = 1;

export async function measure(
  target: Target,
  operation: Operation,
  requests: Request[],
  dataset: Dataset,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Row> {
  const job = {
    port: target.port,
    connections,
    requests: requests.map((each) => wireText(target.name, operation, each, dataset)),
  };
  await load({ ...job, seconds: WARM_UP_SECONDS });
  const before = { server: cpuMs(target.pid), postgres: cpuOfFamilyMs(dataset.postmaster) };
  const result = await load({ ...job, seconds });
  if (result.failures > 0) throw new Error(`${target.name} ${operation}: ${result.failures} answers were errors.`);
  const perRequest = (milliseconds: number) => round(milliseconds / result.count, 3);
  return {
    target: target.name,
    operation,
    connections,
    requestsPerSecond: Math.round(result.count / seconds),
    p50Ms: round(result.p50Ms, 2),
    p99Ms: round(result.p99Ms, 2),
    serverCpuMs: perRequest(cpuMs(target.pid) - before.server),
    postgresCpuMs: perRequest(cpuOfFamilyMs(dataset.postmaster) - before.postgres),
    rssMb: rssMb(target.pid),
  };
}

/** The request as it goes over the wire. */
function wireText(target: TargetName, operation: Operation, request: Request, { token }: Dataset): string {
  const body = request.body === undefined ? "" : JSON.stringify(request.body);
  const isFloor = target.startsWith("floor");
  const path = isFloor
    ? `/op/${operation}/${request.path.split("/").at(-1)?.split("?")[0]}`
    : `${BASE_PATH}${request.path}`;
  const secret = operation === "refused" ? `${token.slice(0, -1)}${token.endsWith("0") ? "1" : "0"}` : token;
  const lines = [
    `${request.method} ${path} HTTP/1.1`,
    "host: 127.0.0.1",
    ...(isFloor ? [] : [`authorization: Bearer ${secret}`]),
    ...(request.etag && !isFloor ? ["if-match: {etag}"] : []),
    ...(body === "" ? [] : ["content-type: application/json", `content-length: ${Buffer.byteLength(body)}`]),
  ];
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}

type LoadResult = { count: number; failures: number; p50Ms: number; p99Ms: number };

function load(job: object): Promise<LoadResult> {
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, ["bench/load.mjs"], (error, output) =>
      error === null ? resolve(JSON.parse(output)) : reject(error),
    );
    child.stdin?.end(JSON.stringify(job));
  });
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
