import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { countClaims, exclusively } from "../../../../server/embedded/process-claims";
import { type TemporaryFolder, temporaryFolder } from "../../../support/temporary-folder";

let root: TemporaryFolder;
let folder: string;

beforeEach(() => {
  root = temporaryFolder();
  folder = path.join(root.path, "claims");
});

afterEach(() => root.remove());

it("claims of a dead process, or of one whose number a living one has now, are ignored and swept away", () => {
  const dead = spawnSync("true").pid;
  mkdirSync(folder);
  const { ino } = statSync(folder);
  for (const pid of [dead, process.ppid, process.pid]) {
    writeFileSync(path.join(folder, `${pid}-0123456789ab-${ino}-00000000`), "");
  }
  expect(countClaims(folder)).toBe(0);
  expect(readdirSync(folder)).toEqual([]);
});

describe("exclusively", () => {
  it("never lets two in at once, and eventually lets each in", async () => {
    let inside = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      inside++;
      most = Math.max(most, inside);
      await turn();
      inside--;
    };
    const results = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => exclusively(folder, work).then(() => n)));
    expect(results).toEqual([1, 2, 3, 4, 5, 6]);
    expect(most).toBe(1);
  });

  it("releases the lock when the work fails", async () => {
    await expect(exclusively(folder, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await exclusively(folder, async () => "in")).toBe("in");
  });
});
