/** What libraries print, as lines of the log: in a process of its own, whose console and output are looked at. */
import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";

const PROGRAM = `
import { log } from "./lib/process/log";
import { logConsole } from "./server/console-log";
logConsole();
console.log("\\u001b[1m\\u25b2 Next.js\\u001b[0m", 16);
console.error(" \\u2a2f ", new Error("Failed to find Server Action"));
const fault = new Error("duplicate key value", { cause: new Error("the cause") });
console.error(Object.assign(fault, { digest: "1234", detail: "Key (name)=(a value of a record) already exists." }));
console.warn("two\\nlines");
console.log("");
process.emitWarning("old", "DeprecationWarning");
setTimeout(() => log().flush(), 50);
`;

it("each is one line of JSON, at its level, without colors", () => {
  const printed = execFileSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", PROGRAM], {
    encoding: "utf8",
    env: { PATH: process.env.PATH, NODE_ENV: "production", LOG_LEVEL: "info" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines = printed.trim().split("\n");
  const entries = lines.map((line) => JSON.parse(line) as { level: string; printed: string; msg: string });
  expect(entries.map(({ level, printed: text }) => [level, text.split("\n")[0]])).toEqual([
    ["info", "▲ Next.js 16"],
    ["error", "⨯  Error: Failed to find Server Action"],
    ["error", "Error: duplicate key value"],
    ["warn", "two"],
    ["warn", "DeprecationWarning: old"],
  ]);
  expect(entries[3]?.printed).toBe("two\nlines");
  // The page that failed shows the number.
  expect(entries[2]?.printed).toContain("caused by: Error: the cause");
  expect(entries[2]?.printed).toContain("{ digest: '1234' }");
  expect(printed).not.toContain("a value of a record");
});
