/** A service that systemd started tells it when requests are handled, through the program systemd-notify. */
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import { temporaryFolder } from "../../support/temporary-folder";

const run = promisify(execFile);
const folder = temporaryFolder();
const told = path.join(folder.path, "told");
writeFileSync(told, "");
writeFileSync(path.join(folder.path, "systemd-notify"), `#!/bin/sh\necho "$@ $NOTIFY_SOCKET" >> "${told}"\n`, {
  mode: 0o755,
});
afterAll(() => folder.remove());

const TELL = 'import("./server/processes/systemd.ts").then(({ tellSystemd }) => tellSystemd())';

async function tell(env: Record<string, string>): Promise<string> {
  const PATH = `${folder.path}:${process.env.PATH}`;
  const args = ["--import", "tsx", "--input-type=module", "-e", TELL];
  const { stdout } = await run(process.execPath, args, { env: { NODE_ENV: "test", PATH, ...env } });
  return stdout;
}

it("is notified once, if it started the service", async () => {
  await tell({});
  expect(readFileSync(told, "utf8")).toBe("");
  await tell({ NOTIFY_SOCKET: "/run/systemd/notify" });
  expect(readFileSync(told, "utf8")).toBe("--ready /run/systemd/notify\n");
});

it("can be missing without harm: the log says so", async () => {
  expect(await tell({ NOTIFY_SOCKET: "/run/systemd/notify", PATH: "/nowhere" })).toContain(
    "systemd could not be told that requests are handled",
  );
});
