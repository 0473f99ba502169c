/**
 * `npm run check`: format and lint, types of everything and of the server alone, and the quick unit tests. It is for use while
 * you work; `npm test` decides. Independent checks run side by side, and each prints its output when it has ended.
 */
import { spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { quickTests } from "./quick.mjs";

process.chdir(fileURLToPath(new URL("../..", import.meta.url)));

const CHECKS = [
  ["tsc", "--noEmit", "-p", "tests"],
  ["biome", "ci"],
  ["tsc", "--noEmit", "-p", "server"],
  ["vitest", "run", "--config", "tests/vitest.config.ts", "--project", "parts", "--reporter=dot", ...quickTests()],
  ["tsc", "--noEmit", "-p", "scripts"],
];

// Typed routes exist only after `next typegen`.
const passed = (await run("next", "typegen")) && (await runAll(CHECKS));
process.exitCode = passed ? 0 : 1;

/**
 * Runs two checks at a time: the first takes half of the total time, on a core of its own.
 * @param {string[][]} checks
 */
async function runAll(checks) {
  const left = [...checks];
  const lane = async () => {
    let isWell = true;
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [program = "", ...args] = next;
      isWell = (await run(program, ...args)) && isWell;
    }
    return isWell;
  };
  const lanes = await Promise.all([lane(), lane()]);
  return lanes.every(Boolean);
}

/**
 * Resolves to whether it succeeded.
 * @param {string} program
 * @param {string[]} args
 * @returns {Promise<boolean>}
 */
function run(program, ...args) {
  const child = spawn(path.join("node_modules", ".bin", program), args, { stdio: ["ignore", "pipe", "pipe"] });
  /** @type {Buffer[]} */
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => printed.push(chunk));
  return new Promise((resolve) => {
    child.once("error", (error) => {
      console.error(`${program} could not be started: ${error.message}`);
      resolve(false);
    });
    child.once("close", (code) => {
      console.log(`${program} ${args.filter((arg) => !arg.startsWith("tests/")).join(" ")}`);
      process.stdout.write(Buffer.concat(printed));
      resolve(code === 0);
    });
  });
}
