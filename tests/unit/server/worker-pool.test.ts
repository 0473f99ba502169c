/** Replacing processes: by a build that is broken, whereupon those that serve stay, and those that somebody kills. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { openWorkerPool, type WorkerPool } from "../../../server/processes/worker-pool";
import { freePort } from "../../support/free-port";
import { sendTo } from "../../support/http";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporary-folder";

let folder: TemporaryFolder;
let pool: WorkerPool;
let port: number;

beforeAll(() => {
  folder = temporaryFolder();
});
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
])("a build %s leaves those that serve, and the next one is tried", async (_, broken) => {
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

it("a process that served is replaced within a second or two, however often it has been killed", async () => {
  port = await freePort();
  const serve = `require("node:http").createServer((_, response) => response.end(String(process.pid)))`;
  const program = build("its number", `${serve}.listen(${port}, "127.0.0.1")`);
  pool = openWorkerPool({ program, arguments: [], environment: {}, count: 1 });
  expect(await pool.startFirst()).toBe(true);
  const killed = new Set<string>();
  for (let time = 1; time <= 7; time += 1) {
    const pid = await serving();
    process.kill(Number(pid), "SIGKILL");
    killed.add(pid);
    // Pauses that go on growing would have come to ten seconds by the last time.
    const another = async () => !killed.has(await serving().catch(() => pid));
    await expect.poll(another, { timeout: 6_000 }).toBe(true);
  }
});
