/** The pages have a process of their own: it comes and goes, and the API hears nothing of it. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, inject, it, onTestFinished, vi } from "vitest";
import { openTransaction, sql } from "../../support/database-client";
import { send, sendTo } from "../../support/http";
import { startClients } from "../../support/load";
import { openOrganization } from "../../support/organization";
import { pageClient } from "../../support/page-client";
import { givePassword, signedIn } from "../../support/page-people";
import { tally } from "../../support/parallel";
import { findProcess, findProcesses, isAlive } from "../../support/processes";
import { type Service, startWithPages } from "../../support/service";
import { temporaryFolder } from "../../support/temporary-folder";

const acme = await openOrganization("pages-process");
const rea = await givePassword(acme, "rea");
const token = acme.token("rea");

async function start(environment: Record<string, string> = {}): Promise<Service> {
  const service = await startWithPages("node", inject("databaseUrl"), environment);
  onTestFinished(() => service.kill());
  return service;
}

const me = (service: Service) => send(service.origin, { path: "/me", token });
const signInPage = (service: Service) => sendTo(service.origin, "/sign-in", {});
const pagesOf = ({ hostPid }: Service) => findProcess(hostPid, "pages-process") ?? 0;

const waitingForLocks = () => sql("select from pg_stat_activity where wait_event_type = 'Lock'");

it("an api process loads nothing of Next or React", async () => {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const service = await start({
    NODE_OPTIONS: `--require ${path.resolve("tests/support/loaded-modules.cjs")}`,
    LOADED_MODULES_FOLDER: folder.path,
  });
  expect([(await me(service)).status, (await signInPage(service)).status]).toEqual([200, 200]);
  const [api, pages] = [service.pid, pagesOf(service)];
  expect(await service.stop()).toBe(0);
  const packagesOf = (pid: number) => {
    const files = JSON.parse(readFileSync(path.join(folder.path, String(pid)), "utf8")) as string[];
    return new Set(files.map((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]));
  };
  expect([...packagesOf(pages)]).toContain("next");
  const ofApi = [...packagesOf(api)];
  expect(ofApi).toContain("pg");
  expect(ofApi.filter((name) => /^(next|react|react-dom|better-auth|@next\/.*)$/.test(name ?? ""))).toEqual([]);
});

describe("the pages process", () => {
  it("killed: its pages say when to come back, then return; the API responds throughout", async () => {
    const service = await start();
    const load = startClients(4, () => me(service));
    await load.more(20);
    const killed = pagesOf(service);
    process.kill(killed, "SIGKILL");
    await expect.poll(async () => (await signInPage(service)).status, { interval: 10 }).toBe(503);
    const { headers, text } = await signInPage(service);
    expect(headers).toMatchObject({ "retry-after": "5", "cache-control": "private, no-store" });
    expect(text).toContain("The pages are not ready yet");
    await expect.poll(async () => (await signInPage(service)).status, { timeout: 50_000 }).toBe(200);
    expect(pagesOf(service)).not.toBe(killed);
    expect(Object.keys(tally((await load.stop()).map(({ answer }) => answer)))).toEqual(["200"]);
  });

  it("replaced on SIGHUP, as the api process is, under requests for both: none fails", async () => {
    const service = await start();
    const [api, pages] = [service.pid, pagesOf(service)];
    const load = startClients(8, (index) =>
      index % 2 === 0
        ? send(service.origin, { path: "/me", token, from: index % 4 === 0 ? "127.0.0.1" : undefined })
        : signInPage(service),
    );
    await load.more(40);
    const printed = service.output().length;
    process.kill(service.hostPid, "SIGHUP");
    await vi.waitFor(() => expect([api, pages].some(isAlive)).toBe(false), 50_000);
    await load.more(40);
    const outcomes = await load.stop();
    const lines = service.output().slice(printed).split("\n");
    expect(lines.filter((line) => line.includes("the pages are not ready"))).toEqual([]);
    expect(Object.keys(tally(outcomes.map(({ answer }) => answer)))).toEqual(["200"]);
    expect([service.pid, pagesOf(service)].every(isAlive)).toBe(true);
    expect(await service.stop()).toBe(0);
  });

  it("finishes the page that is under way at SIGTERM, and all end with code 0", async () => {
    const service = await start();
    const client = await signedIn(service.origin, rea);
    // While the table is locked, no session can be read.
    const holder = await openTransaction("lock table sessions in access exclusive mode");
    onTestFinished(() => holder.end());
    const page = client.get("/tokens");
    await expect.poll(waitingForLocks, { interval: 10 }).not.toEqual([]);
    const processes = [service.pid, pagesOf(service)];
    expect(processes.every(isAlive)).toBe(true);
    const exited = service.stop();
    await expect.poll(async () => (await sendTo(service.origin, "/api/health/ready", {})).status).toBe(503);
    await holder.query("rollback");
    const { status, text } = await page;
    expect([status, text.includes(rea)]).toEqual([200, true]);
    expect(await exited).toBe(0);
    expect(processes.filter(isAlive)).toEqual([]);
  });

  it("takes the client's address only from the api process, and keeps rate limits when it is replaced", async () => {
    const service = await start({ RATE_LIMIT_PAGES_PER_MINUTE: "5" });
    const client = pageClient(service.origin, "127.9.9.9");
    const ask = async (index: number) => {
      const forged = { "x-forwarded-for": `192.0.2.${index}`, "x-real-ip": `192.0.2.${index}` };
      return (await client.get("/sign-in", { headers: forged })).status;
    };
    const statuses = [];
    // A window slides over the edge of a clock minute, and then lets one or two more pass.
    for (let index = 0; index < 12; index += 1) statuses.push(await ask(index));
    expect(statuses.slice(0, 5)).toEqual([200, 200, 200, 200, 200]);
    expect(statuses.at(-1)).toBe(429);
    await expect.poll(service.output).toContain('"address":"127.9.9.9"');
    expect(service.output()).not.toContain("192.0.2.");
    process.kill(pagesOf(service), "SIGKILL");
    await expect.poll(() => ask(99), { timeout: 30_000 }).toBe(429);
  });
});

it.each([
  ["one process, without a supervisor", "1", 0],
  ["two workers", "2", 2],
])("PAGES=inline has API and pages in %s", async (_, workers, children) => {
  const service = await start({ PAGES: "inline", WEB_CONCURRENCY: workers });
  await vi.waitFor(
    () => expect(service.output().split('"msg":"listening"').length - 1).toBe(Math.max(1, children)),
    30_000,
  );
  expect(findProcesses(service.hostPid, "one-process-worker")).toHaveLength(children);
  expect(findProcess(service.hostPid, "pages-process")).toBeUndefined();
  expect((await me(service)).status).toBe(200);
  const client = await signedIn(service.origin, rea);
  expect((await client.get("/tokens")).text).toContain(rea);
  expect(await service.stop()).toBe(0);
});
