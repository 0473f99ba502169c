/** Set-up of each test file of the run: which mutant is on is in the query of the file's path. Without one, notes which are reached. */
import { afterAll, afterEach, beforeEach, expect, type RunnerTestFile } from "vitest";

/** A mutant that is asked for so often keeps its loop from ending. */
const ENDLESS = 3_000_000;

const active = Number(/\?mutant=(\d+)/.exec(expect.getState().testPath ?? "")?.[1] ?? Number.NaN);
const reached = new Set<number>();
let times = 0;
let isNoticed = false;
let file: RunnerTestFile | undefined;

Object.assign(globalThis, {
  mutant: (id: number): boolean => {
    if (Number.isNaN(active)) reached.add(id);
    if (id !== active) return false;
    times += 1;
    if (times > ENDLESS) throw new Error("This mutant does not end.");
    return true;
  },
});

beforeEach(({ skip }) => skip(isNoticed));

afterEach(({ task }) => {
  isNoticed ||= task.result?.state === "fail" && !Number.isNaN(active);
  file = task.file;
});

afterAll(() => {
  if (file !== undefined) Object.assign(file.meta, { reached: [...reached] });
});
