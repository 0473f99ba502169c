/** A supervisor that takes the place of another one, where something else holds the socket for both, as systemd does. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { createInterface, type Interface } from "node:readline";
import { afterAll, expect, inject, it, vi } from "vitest";
import { send, sendTo } from "../../support/http";
import { startClients } from "../../support/load";
import { openOrganization } from "../../support/organization";
import { tally } from "../../support/parallel";
import { findProcesses, isAlive } from "../../support/processes";
import { environmentOf } from "../../support/service";

const acme = await openOrganization("held");
const holders: ChildProcess[] = [];

afterAll(() => {
  for (const holder of holders) holder.kill();
});

type Holder = { origin: string; startSupervisor(): Promise<Supervisor> };
type Supervisor = { pid: number; ended: Promise<unknown> };

/** A shell that has the socket as systemd has, and takes nothing off it. */
async function openHolder(environment: Record<string, string>): Promise<Holder> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const script = `while read -r _; do
    sh -c 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" dist/server.mjs --await-pages >&2' "$0" &
    echo $!
    wait $!
    echo ended
  done`;
  const holder = spawn("sh", ["-c", script, process.execPath], {
    env: { ...environmentOf(inject("databaseUrl"), port), ...environment },
    stdio: ["pipe", "pipe", "ignore", descriptorOf(server)],
  });
  holders.push(holder);
  // The shell has it now; here, connections would be taken.
  server.close();
  const lines: Interface = createInterface({ input: holder.stdout as NodeJS.ReadableStream });
  const startSupervisor = async () => {
    const told = once(lines, "line");
    holder.stdin?.write("\n");
    const [pid] = await told;
    return { pid: Number(pid), ended: once(lines, "line") };
  };
  return { origin: `http://127.0.0.1:${port}`, startSupervisor };
}

/** Node has no public name for it. */
const descriptorOf = (server: Server) => (server as unknown as { _handle: { fd: number } })._handle.fd;

const untilReady = (origin: string) =>
  vi.waitFor(async () => expect((await sendTo(origin, "/api/health/ready", {})).status).toBe(200), 30_000);

it.each(["1", "2"])("%s worker(s) under a new supervisor, without a refused connection", async (workers) => {
  const holder = await openHolder({ WEB_CONCURRENCY: workers });
  const first = await holder.startSupervisor();
  await untilReady(holder.origin);
  const token = acme.token("rea");
  // Each on a connection of its own.
  const load = startClients(4, () => send(holder.origin, { path: "/me", token, from: "127.0.0.1" }));
  await load.more(50);

  process.kill(first.pid, "SIGTERM");
  await first.ended;
  const second = await holder.startSupervisor();
  await load.more(50);
  expect(Object.keys(tally((await load.stop()).map(({ answer }) => answer)))).toEqual(["200"]);
  expect(findProcesses(second.pid, "api-process")).toHaveLength(Number(workers));

  process.kill(second.pid, "SIGTERM");
  await second.ended;
});

it("SIGHUP replaces all processes at the same socket, and a supervisor that has lost all of them ends", async () => {
  const holder = await openHolder({ WEB_CONCURRENCY: "1" });
  const supervisor = await holder.startSupervisor();
  await untilReady(holder.origin);
  const token = acme.token("rea");
  const load = startClients(4, () => send(holder.origin, { path: "/me", token, from: "127.0.0.1" }));
  await load.more(50);
  const [before = 0] = findProcesses(supervisor.pid, "api-process");
  process.kill(supervisor.pid, "SIGHUP");
  await vi.waitFor(() => expect(isAlive(before)).toBe(false), 50_000);
  await load.more(50);
  expect(Object.keys(tally((await load.stop()).map(({ answer }) => answer)))).toEqual(["200"]);

  // With the last process, this one lets go of the socket, and ends for whoever holds it to start another.
  const [victim = 0] = findProcesses(supervisor.pid, "api-process");
  process.kill(victim, "SIGKILL");
  await supervisor.ended;
  const next = await holder.startSupervisor();
  await untilReady(holder.origin);
  process.kill(next.pid, "SIGTERM");
  await next.ended;
});
