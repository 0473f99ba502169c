import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { countClaims, exclusively, makeClaim } from "../../../../server/embedded/process-claims";
import { type TemporaryFolder, temporaryFolder } from "../../../support/temporary-folder";

let root: TemporaryFolder;
let folder: string;

beforeEach(() => {
  root = temporaryFolder();
  folder = path.join(root.path, "claims");
});

afterEach(() => root.remove());

describe("claims", () => {
  it("count while they stand, several of one process too", () => {
    const [a, b] = [makeClaim(folder), makeClaim(folder)];
    expect(countClaims(folder)).toBe(2);
    a.withdraw();
    expect(countClaims(folder)).toBe(1);
    b.withdraw();
    expect(countClaims(folder)).toBe(0);
  });

  it("of a dead process, or of an earlier one with a living one's number, count for nothing and are swept away", () => {
    const dead = spawnSync("true").pid;
    mkdirSync(folder);
    const { ino } = statSync(folder);
    for (const pid of [dead, process.ppid, process.pid]) {
      writeFileSync(path.join(folder, `${pid}-0123456789ab-${ino}-00000000`), "");
    }
    expect(countClaims(folder)).toBe(0);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("in a copy of their folder count for nothing, and in the folder they go on", () => {
    const claim = makeClaim(folder);
    const copy = path.join(root.path, "copy");
    cpSync(folder, copy, { recursive: true });
    expect(countClaims(copy)).toBe(0);
    expect(countClaims(folder)).toBe(1);
    claim.withdraw();
  });

  it("of a folder that is not there are none", () => {
    expect(countClaims(folder)).toBe(0);
  });
});

describe("exclusively", () => {
  it("never lets two in at once, and lets each in", async () => {
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

  it("lets go when the work fails", async () => {
    await expect(exclusively(folder, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await exclusively(folder, async () => "in")).toBe("in");
  });
});
