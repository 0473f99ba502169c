/** When a line of the log says that it was written, and what becomes of the process where it cannot be. */
import { spawnSync } from "node:child_process";
import { existsSync, openSync } from "node:fs";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { timestamp } from "@/lib/process/log";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

// In this order: each line begins from what the one before it left.
it.each([
  ["2026-11-21T13:00:59.007Z", "the first line"],
  ["2026-11-21T13:00:59.998Z", "another of the same second"],
  ["2026-11-21T13:01:00.000Z", "the first of the next second"],
  ["2026-11-21T13:01:00.070Z", "a fraction with zeros about it"],
  ["2026-11-21T13:00:59.500Z", "a clock that was put back"],
  ["2027-01-01T00:00:00.000Z", "the first of a year"],
])("is %s for %s", (moment) => {
  vi.setSystemTime(new Date(moment));
  expect(timestamp()).toBe(`,"time":"${moment}"`);
});

const FULL = "/dev/full";
const PROGRAM = `
import { log } from "./lib/process/log";
for (const at of [0, 300, 600]) setTimeout(() => log().info("a line"), at);
setTimeout(() => process.stderr.write("still there"), 900);
`;

it.runIf(existsSync(FULL))("a disk that is full costs lines, and no process", () => {
  const { status, stderr } = spawnSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", PROGRAM], {
    encoding: "utf8",
    env: { PATH: process.env.PATH, NODE_ENV: "production" },
    stdio: ["ignore", openSync(FULL, "w"), "pipe"],
    timeout: 20_000,
    killSignal: "SIGKILL",
  });
  expect([status, stderr]).toEqual([0, "still there"]);
});
