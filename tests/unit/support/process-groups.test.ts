/** What `npm test` starts ends with it: a command's own children, and database servers, also when a signal comes. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeTestFolder, removeTestFolder } from "../../../scripts/test/folder.mjs";
import { openEmbeddedDatabase } from "../../../server/embedded/postgres";
import { isServerRunning } from "../../../server/embedded/postmaster";
import { isAlive } from "../../support/processes";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporary-folder";

/** Prints the number of a process that it leaves running: at its end, or, with `stay`, when a signal comes. */
const COMMAND = `sleep 60 & echo $!`;

function startRunner(stay: boolean) {
  const code = `
    import { endGroupsOnSignal, startGroup } from "./scripts/test/process-groups.mjs";
    endGroupsOnSignal(() => console.log("cleaned up"));
    const command = ${JSON.stringify(stay ? `${COMMAND}; sleep 60` : COMMAND)};
    const { exit } = startGroup("sh", ["-c", command], { stdio: ["ignore", "inherit", "inherit"] });
    console.log("exit", await exit);`;
  return spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: ["ignore", "pipe", "ignore"] });
}

async function outputOf(runner: ReturnType<typeof startRunner>): Promise<string[]> {
  let text = "";
  runner.stdout.on("data", (chunk) => {
    text += chunk;
  });
  await once(runner, "close");
  return text.trim().split("\n");
}

describe("a command in a group of its own", () => {
  it("ends with all that it has left running", async () => {
    const [left, exit] = await outputOf(startRunner(false));
    expect(exit).toBe("exit 0");
    expect(isAlive(Number(left))).toBe(false);
  });

  it("ends with all that it has started when a signal comes, before the runner ends by that signal", async () => {
    const runner = startRunner(true);
    const output = outputOf(runner);
    await once(runner.stdout, "data");
    runner.kill("SIGTERM");
    const [left, last] = await output;
    expect(last).toBe("cleaned up");
    expect(runner.signalCode).toBe("SIGTERM");
    expect(isAlive(Number(left))).toBe(false);
  });
});

describe("the folder of a run", () => {
  let folder: TemporaryFolder;
  let folderOfSystem: string | undefined;

  beforeAll(() => {
    folder = temporaryFolder();
    folderOfSystem = process.env.TMPDIR;
    process.env.TMPDIR = folder.path;
  });

  afterAll(() => {
    if (folderOfSystem === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = folderOfSystem;
    folder.remove();
  });

  it("goes with the database servers in it", async () => {
    const own = await makeTestFolder();
    const dataDir = path.join(own, "data");
    const { release } = await openEmbeddedDatabase(dataDir);
    await removeTestFolder(own);
    expect(isServerRunning(path.join(dataDir, "postgres"))).toBe(false);
    expect(existsSync(own)).toBe(false);
    await release();
  });

  it("is removed by the next run where its own was killed, and is left alone while that runs", async () => {
    const killed = spawn("true");
    await once(killed, "close");
    const [abandoned, living] = [killed.pid, process.ppid].map((pid) =>
      path.join(tmpdir(), `public-records-run-${pid}`),
    );
    for (const each of [abandoned, living]) mkdirSync(each as string);
    await makeTestFolder();
    expect([existsSync(abandoned as string), existsSync(living as string)]).toEqual([false, true]);
  });
});
