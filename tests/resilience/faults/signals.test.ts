/**
 * Any signal at any moment ends all processes in time, with code 0, and leaves nothing (docs/deploy.md, Processes). The moments of
 * a start are sampled, and each kind of signal takes its share of them. Vitest runs five starts at a time. What breaks first is in
 * signal-in-start.test.ts.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, describe, inject, it } from "vitest";
import { isServerRunning } from "../../../server/embedded/postmaster";
import { sendTo } from "../../support/http";
import { descendantsOf, findProcess, findProcesses } from "../../support/processes";
import {
  expectOrderlyEnd as expectEnd,
  type Host,
  pagesProcess,
  type SignaledStart,
  until,
  untilReady,
} from "../../support/signaled-start";

type Kind = Pick<SignaledStart, "signals" | "to">;
const KINDS: [Kind, Kind, Kind, Kind] = [
  { signals: ["SIGTERM"], to: "process" },
  { signals: ["SIGINT"], to: "group" },
  { signals: ["SIGTERM"], to: "group" },
  { signals: ["SIGINT"], to: "process" },
];
type Moment = SignaledStart["moment"];
type Row = [at: string, moment: Moment, kind: Kind];

/** Hands out the kinds in turn. */
const sampled = (moments: [at: string, moment: Moment][]): Row[] =>
  moments.map(([at, moment], index) => [at, moment, KINDS[index % KINDS.length] ?? KINDS[0]]);

const expectOrderlyEnd = (started: Omit<SignaledStart, "databaseUrl">) =>
  expectEnd({ databaseUrl: inject("databaseUrl"), ...started });

/** How long a start takes here and now, until the API answers, and from then on until the pages do. */
let [apiMs, pagesMs] = [0, 0];

async function measureStart(host: Host): Promise<void> {
  const began = performance.now();
  await untilReady(host);
  apiMs = performance.now() - began;
  await until(host, () => host.output().includes("the pages are ready"));
  pagesMs = performance.now() - began - apiMs;
}

const startedTo = (share: number): [string, Moment] => [
  `${100 * share} % of the API's start`,
  () => pause(share * apiMs),
];
const readyAnd = (share: number): [string, Moment] => [
  `${100 * share} % of the pages' start`,
  async (host) => {
    await untilReady(host);
    await pause(share * pagesMs);
  },
];
const spawned = (host: Host) => host.child.pid ?? 0;

const OF_A_START = sampled([
  ...[0, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9].map(startedTo),
  ...[0, 0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.2, 1.5].map(readyAnd),
]);

const AFTER_SIGHUP = sampled(
  [0, 0.5, 1, 2].map((share) => [
    `${100 * share} % of a start`,
    async (host) => {
      await pagesProcess(host);
      process.kill(spawned(host), "SIGHUP");
      await until(host, () => findProcesses(spawned(host), "api-process").length === 2);
      await pause(share * apiMs);
    },
  ]),
);

const IN_A_FIRST_START = sampled([
  ["the tables are being made", (host) => until(host, () => existsSync(path.join(host.dataDir, "postgres.new")))],
  ["the database starts", (host) => until(host, () => existsSync(path.join(host.dataDir, "postgres", "PG_VERSION")))],
  ["the database runs", (host) => until(host, () => isServerRunning(path.join(host.dataDir, "postgres")))],
  readyAnd(0),
]);

/** Whether processes of this machine can have a namespace of their own, in which the first one is number 1. */
const IN_NAMESPACE = ["unshare", "--pid", "--fork", "--mount-proc"] as const;
const HAS_NAMESPACES = spawnSync(IN_NAMESPACE[0], [...IN_NAMESPACE.slice(1), "true"]).status === 0;
const first = async (host: Host) => descendantsOf(spawned(host))[0];

beforeAll(() => expectOrderlyEnd({ moment: measureStart, ...KINDS[0] }));

describe.concurrent("a signal during a start", { timeout: 600_000 }, () => {
  it.each(OF_A_START)("at %s", (_, moment, kind) => expectOrderlyEnd({ moment, ...kind }));

  it.each([
    ["API and pages in one process", { PAGES: "inline", WEB_CONCURRENCY: "1" }, KINDS[0]],
    ["API and pages in one process", { PAGES: "inline", WEB_CONCURRENCY: "1" }, KINDS[1]],
    ["API and pages in each of two", { PAGES: "inline", WEB_CONCURRENCY: "2" }, KINDS[1]],
    ["two processes of the API", { WEB_CONCURRENCY: "2" }, KINDS[0]],
    ["two processes of the API", { WEB_CONCURRENCY: "2" }, KINDS[1]],
  ])("with %s", (_, environment, kind) => expectOrderlyEnd({ environment, moment: readyAnd(0)[1], ...kind }));

  it("with API and pages in one process, while Next starts", () => {
    const environment = { PAGES: "inline", WEB_CONCURRENCY: "1" };
    return expectOrderlyEnd({ environment, moment: startedTo(0.6)[1], ...KINDS[2] });
  });

  it.each<[NodeJS.Signals[], Kind["to"]]>([
    [["SIGINT", "SIGINT"], "group"],
    [["SIGTERM", "SIGINT"], "process"],
    [["SIGINT", "SIGTERM", "SIGHUP"], "group"],
  ])("and others after it: %s", (signals, to) => expectOrderlyEnd({ moment: readyAnd(0)[1], signals, to }));

  it.each(AFTER_SIGHUP)("at %s after a SIGHUP", (_, moment, kind) => expectOrderlyEnd({ moment, ...kind }));

  it("with a pages process that is stopped, which is killed", async () => {
    const moment = async (host: Host) => {
      await untilReady(host);
      process.kill(await pagesProcess(host), "SIGSTOP");
      sendTo(host.origin, "/sign-in", {}).catch(() => {});
    };
    await expectOrderlyEnd({ moment, ...KINDS[0] });
  });

  it.each(IN_A_FIRST_START)("with a database of its own, which ends as well: %s", (_, moment, kind) =>
    expectOrderlyEnd({ environment: { DATABASE_URL: "" }, moment, ...kind }),
  );

  describe.runIf(HAS_NAMESPACES)("as the first process of a container", () => {
    const command: SignaledStart["command"] = [...IN_NAMESPACE, process.execPath, "dist/server.mjs"];

    it.each<[string, Moment]>([
      ["the API starts", (host) => until(host, () => findProcess(spawned(host), "api-process") !== undefined)],
      readyAnd(0),
      readyAnd(0.6),
      ["the pages are stopped", async (host) => void process.kill(await pagesProcess(host), "SIGSTOP")],
    ])("%s", (_, moment) => {
      const thenFirst = async (host: Host) => {
        await moment(host);
        return first(host);
      };
      return expectOrderlyEnd({ command, moment: thenFirst, signals: ["SIGTERM"], to: "process" });
    });
  });
});
