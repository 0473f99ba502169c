/**
 * `npm run test:matrix`: runs the rows of the API over the Node adapter on each supported version of Node and PostgreSQL, and
 * prints a table of the results (docs/deploy.md). `-- node=24 postgres=15 tests/api/records.read.test.ts` runs some of it.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { POSTGRES, startPostgres } from "./postgres.mjs";
import { ofVitest } from "./results.mjs";

const NODE = ["20.19.0", "22", "24"];
const args = process.argv.slice(2);
const files = args.filter((arg) => !/^(node|postgres)=/.test(arg));
const asked = (name) => args.filter((arg) => arg.startsWith(`${name}=`)).map((arg) => arg.slice(name.length + 1));
const isWhole = asked("node").length + asked("postgres").length === 0;

const rows = [];
for (const node of isWhole ? NODE : asked("node")) rows.push(runOn(node, null));
for (const major of isWhole ? Object.keys(POSTGRES) : asked("postgres")) {
  const server = await startPostgres(/** @type {keyof typeof POSTGRES} */ (Number(major)));
  try {
    rows.push(runOn(null, server));
  } finally {
    server.stop();
  }
}
console.log(
  `\n| Node | PostgreSQL | passed | skipped | failed |\n|---|---|---|---|---|\n${rows.map(toLine).join("\n")}`,
);
if (rows.some(({ failed }) => failed !== 0)) process.exitCode = 1;

/** `node` null: the running version. `server` null: the embedded PostgreSQL. */
function runOn(node, server) {
  const folder = mkdtempSync(path.join(tmpdir(), "public-records-matrix-"));
  const file = path.join(folder, "results.json");
  const reporters = ["--reporter=dot", "--reporter=json", `--outputFile.json=${file}`];
  const vitest = [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--config",
    "tests/vitest.config.ts",
    "--project",
    "api-node",
    ...reporters,
    ...files,
  ];
  const env = { ...process.env, ...(server === null ? {} : { TEST_DATABASE_SERVER: server.url }) };
  const [command, first] = node === null ? [process.execPath, []] : ["npx", ["-y", "-p", `node@${node}`, "node"]];
  const version = String(spawnSync(command, [...first, "--version"], { encoding: "utf8" }).stdout).trim();
  console.log(`\nNode ${version}, PostgreSQL ${server?.version ?? "embedded"}`);
  spawnSync(command, [...first, ...vitest], { env, stdio: "inherit" });
  const report = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
  rmSync(folder, { recursive: true, force: true });
  const { passed, skipped, failures } = ofVitest(report);
  // If no test could run, that is a failure.
  const failed = passed === 0 ? "all" : failures.length;
  return { node: version, postgres: server?.version ?? "embedded", passed, skipped, failed };
}

function toLine({ node, postgres, passed, skipped, failed }) {
  return `| ${[node, postgres, passed, skipped, failed].join(" | ")} |`;
}
