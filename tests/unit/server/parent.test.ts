import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";

/** Under npm's eyes, or not: prints its parent's number, then, should it notice that the parent is gone, one word. */
const CHILD = `
  import { onParentExit } from "./server/processes/lifecycle.ts";
  const alive = setTimeout(() => {}, 60_000);
  onParentExit(() => { console.log("orphan"); clearTimeout(alive); });
  console.log("ready");
`;
/** Lives until it is killed, with a child that writes to the same output. */
const PARENT = `
  const { spawn } = require("node:child_process");
  spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", ${JSON.stringify(CHILD)}], { stdio: "inherit" });
`;

it("onParentExit notices that the npm which started the process was killed", async () => {
  const env = { ...process.env, npm_lifecycle_event: "start" };
  const parent = spawn(process.execPath, ["-e", PARENT], { env, stdio: ["ignore", "pipe", "inherit"] });
  const [ready] = await once(parent.stdout, "data");
  parent.kill("SIGKILL");
  expect(String(ready).trim()).toBe("ready");
  // The output ends only once the child is gone as well.
  expect((await text(parent.stdout)).trim()).toBe("orphan");
});
