import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, expect, it } from "vitest";
import { openWorkerPool, type WorkerPool } from "../../../server/processes/worker-pool";
import { freePort } from "../../support/free-port";
import { sendTo } from "../../support/http";
import { startClients } from "../../support/load";
import { figure } from "../../support/long";
import { temporaryFolder } from "../../support/temporary-folder";

const folder = temporaryFolder();
let pool: WorkerPool;
let port: number;

afterEach(() => pool.stop());
afterAll(() => folder.remove());

/** A build whose process gives its name to whoever asks, or does something else. */
function build(name: string, instead?: string): string {
  const program = path.join(folder.path, "program.cjs");
  const serve = `require("node:http").createServer((_, response) => response.end("${name}")).listen(${port}, "127.0.0.1")`;
  const retire = 'process.on("message", (message) => message === "retire" && process.exit(0))';
  writeFileSync(program, instead ?? `${serve}; ${retire}`);
  return program;
}

const serving = async () => (await sendTo(`http://127.0.0.1:${port}`, "/", {})).text;

it.each([
  ["that cannot be read", "}"],
  ["that ends", "process.exit(1)"],
  ["that says nothing", "setInterval(() => {}, 1_000)"],
])("a build %s leaves the serving processes alone, and the next one is tried", async (_, broken) => {
  port = await freePort();
  pool = openWorkerPool({
    program: build("former"),
    arguments: [],
    environment: {},
    count: 1,
    comesUpWithinMs: 2_000,
  });
  expect(await pool.startFirst()).toBe(true);

  build("broken", broken);
  expect(await pool.restart()).toBe(false);
  expect(await serving()).toBe("former");

  build("later");
  expect(await pool.restart()).toBe(true);
  await expect.poll(serving).toBe("later");
});

/** Tells who answers. */
const naming = () =>
  build(
    "its number",
    `require("node:http").createServer((_, response) => response.end(String(process.pid))).listen(${port}, "127.0.0.1")`,
  );

it("a process that served is replaced within a second or two, however often it has been killed", async () => {
  port = await freePort();
  pool = openWorkerPool({ program: naming(), arguments: [], environment: {}, count: 1 });
  expect(await pool.startFirst()).toBe(true);
  const killed = new Set<string>();
  for (let time = 1; time <= 7; time += 1) {
    const pid = await serving();
    process.kill(Number(pid), "SIGKILL");
    killed.add(pid);
    // Pauses that go on growing would have come to ten seconds by the last time.
    const another = async () => !killed.has(await serving().catch(() => pid));
    await expect.poll(another, { timeout: 8_000 }).toBe(true);
  }
});

/** A new connection. */
const askAnew = () => sendTo(`http://127.0.0.1:${port}`, "/", { from: "127.0.0.1" });

async function startNaming(count: number): Promise<void> {
  port = await freePort();
  pool = openWorkerPool({ program: naming(), arguments: [], environment: {}, count });
  expect(await pool.startFirst()).toBe(true);
  pool.startRest();
  await expect.poll(findOut).toHaveLength(count);
}

/** Who answers now. */
const findOut = async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => askAnew().catch(() => null)));
  return [...new Set(answers.flatMap((answer) => (answer === null ? [] : [answer.text])))];
};

/** Of a request that would be waited for twenty seconds. */
const HUNG_MS = 10_000;

it("a connection on its way to a process that is killed is ended, and not left open", async () => {
  await startNaming(2);
  const [victim = ""] = await findOut();
  process.kill(Number(victim), "SIGSTOP");
  let answered = 0;
  const asked = Array.from({ length: 8 }, () => askAnew().then(() => (answered += 1)));
  const settled = Promise.allSettled(asked);
  await expect.poll(() => answered).toBe(7);
  const killed = performance.now();
  process.kill(Number(victim), "SIGKILL");
  expect((await settled).filter(({ status }) => status === "rejected")).toHaveLength(1);
  expect(performance.now() - killed).toBeLessThan(HUNG_MS);
});

it.each([2, 4])("of %i processes one after the other is killed under load, and no request hangs", async (count) => {
  await startNaming(count);
  // Two of three requests come on connections of their own.
  const load = startClients(12, (index) => (index % 3 === 0 ? sendTo(`http://127.0.0.1:${port}`, "/", {}) : askAnew()));
  for (let kill = 0; kill < figure(3, 40); kill += 1) {
    await expect.poll(findOut).toHaveLength(count);
    const [victim = ""] = await findOut();
    process.kill(Number(victim), "SIGKILL");
    await load.more(24);
  }
  const outcomes = await load.stop();
  expect(outcomes.filter(({ milliseconds }) => milliseconds > HUNG_MS)).toEqual([]);
});
