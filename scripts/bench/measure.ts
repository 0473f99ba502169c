/** One measurement: an operation under load, and what it cost the server and PostgreSQL. */
import { execFile } from "node:child_process";
import { BASE_PATH } from "../../lib/public-api/base-path";
import type { Dataset } from "./dataset";
import type { Operation } from "./operations";
import { cpuMs, cpuOfFamilyMs, rssMb } from "./processes";
import { floorPath } from "./recorded";
import type { Request } from "./requests";
import { SETTLED_MS, type Target, type TargetName } from "./targets";

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

/** The cost of a request under load. */
export type Costs = Omit<Row, "target" | "operation" | "connections">;

/** Warms up a target that has just started: the first measurement would pay for it. `mix`: some requests of each kind. */
export async function warmUp(target: Target, mix: [Operation, Request[]][], { token }: Dataset): Promise<void> {
  const texts = mix.flatMap(([operation, requests]) =>
    requests.map((request) => textFor(target, operation, request, token)),
  );
  await load({ port: target.port, connections: 8, requests: texts, seconds: SETTLED_MS / 1000 });
}

/** Throws an Error where an answer was not a success. */
export async function measure(
  target: Target,
  operation: Operation,
  requests: Request[],
  { token, postmaster }: Dataset,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Row> {
  const texts = requests.map((each) => textFor(target, operation, each, token));
  const job = { port: target.port, connections, requests: texts };
  await settle(target, job);
  const costs = await measureLoad(target, postmaster, { ...job, seconds });
  return { target: target.name, operation, connections, ...costs };
}

/** Rounds agree if the cost of a request to the process differs by no more than this share. */
const AGREEMENT = 0.05;
const ROUND_SECONDS = 1;
/** On a machine that others use, rounds may never agree. */
const MAX_ROUNDS = 12;

/** Loads the target until two rounds agree: until then code is being compiled, and caches and plans are being filled. */
async function settle(target: Target, job: Omit<Job, "seconds">): Promise<void> {
  let former = Number.POSITIVE_INFINITY;
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const before = cpuMs(target.pid);
    const { count } = await load({ ...job, seconds: ROUND_SECONDS });
    const cost = (cpuMs(target.pid) - before) / count;
    if (Math.abs(cost - former) <= AGREEMENT * former) return;
    former = cost;
  }
}

export async function measureLoad(target: Target, postmaster: number, job: Job): Promise<Costs> {
  const before = { server: cpuMs(target.pid), postgres: cpuOfFamilyMs(postmaster) };
  const result = await load(job);
  requireSuccess(target, result);
  const perRequest = (milliseconds: number) => round(milliseconds / result.count, 3);
  return {
    requestsPerSecond: Math.round(result.count / job.seconds),
    p50Ms: round(result.p50Ms, 2),
    p99Ms: round(result.p99Ms, 2),
    serverCpuMs: perRequest(cpuMs(target.pid) - before.server),
    postgresCpuMs: perRequest(cpuOfFamilyMs(postmaster) - before.postgres),
    rssMb: rssMb(target.pid),
  };
}

export function requireSuccess({ name }: Target, { failures }: LoadResult): void {
  const statuses = Object.entries(failures).map(([status, count]) => `${count} × ${status}`);
  if (statuses.length > 0) throw new Error(`${name}: some answers were errors, ${statuses.join(", ")}.`);
}

export function textFor({ name }: Pick<Target, "name">, operation: Operation, request: Request, token: string): string {
  return name.startsWith("floor") ? floorText(operation, request) : wireText(request, tokenFor(operation, token));
}

/** A request as it goes over the wire. */
export function wireText({ method, path, body, etag }: Request, token: string): string {
  const precondition = etag ? ["if-match: {etag}"] : [];
  return text(method, `${BASE_PATH}${path}`, [`authorization: Bearer ${token}`, ...precondition], body);
}

function floorText(operation: Operation, request: Request): string {
  return text(request.method, `/op/${floorPath(operation, request)}`, [], request.body);
}

/** Has a wrong character in its checksum, for refused requests. */
function tokenFor(operation: Operation, token: string): string {
  return operation === "refused" ? `${token.slice(0, -1)}${token.endsWith("0") ? "1" : "0"}` : token;
}

function text(method: string, path: string, headers: string[], content: unknown): string {
  const body = content === undefined ? "" : JSON.stringify(content);
  const ofBody = body === "" ? [] : ["content-type: application/json", `content-length: ${Buffer.byteLength(body)}`];
  return `${[`${method} ${path} HTTP/1.1`, "host: 127.0.0.1", ...headers, ...ofBody].join("\r\n")}\r\n\r\n${body}`;
}

/** `perSecond`: a limit for all connections together; without it each sends as soon as it has its answer. */
export type Job = { port: number; connections: number; seconds: number; requests: string[]; perSecond?: number };
/** `failures`: answers that were errors, by status. */
export type LoadResult = { count: number; failures: Record<string, number>; p50Ms: number; p99Ms: number };

export function load(job: Job): Promise<LoadResult> {
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, ["scripts/bench/load.mjs"], (error, output) =>
      error === null ? resolve(JSON.parse(output)) : reject(error),
    );
    child.stdin?.end(JSON.stringify(job));
  });
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
