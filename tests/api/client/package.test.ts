/** The package as `npm pack` makes it, installed into an empty project: its types resolve, its command and a script run. */
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openOrganization } from "../../support/organization";
import { temporaryFolder } from "../../support/temporary-folder";

const acme = await openOrganization("package");
const folder = temporaryFolder();
afterAll(() => folder.remove());
const project = path.join(folder.path, "project");
const modules = path.resolve("node_modules");

const run = (command: string, args: string[], cwd: string) =>
  promisify(execFile)(command, args, {
    cwd,
    env: { ...process.env, PUBLIC_RECORDS_TOKEN: acme.token("ada"), PUBLIC_RECORDS_URL: acme.origin },
  });

beforeAll(async () => {
  // A copy, with the compiler beside it: what two suites build at once would be in one another's way.
  const source = path.join(folder.path, "client");
  cpSync("packages/client", source, { recursive: true, filter: (from) => !from.endsWith("/dist") });
  symlinkSync(modules, path.join(folder.path, "node_modules"));
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", folder.path], source);
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf("["))) as [{ filename: string }];
  mkdirSync(project);
  writeFileSync(path.join(project, "package.json"), '{"private": true, "type": "module"}');
  rmSync(path.join(folder.path, "node_modules"));
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", path.join(folder.path, filename)], project);
}, 120_000);

const SCRIPT = `import { client, RecordsError } from "public-records";
import type { Records } from "./records.js";

const { PUBLIC_RECORDS_URL: url = "", PUBLIC_RECORDS_TOKEN: token = "" } = process.env;
const deals = client<Records>({ url, token }).entity("deals");
const { id, data } = await deals.create({ title: "Packed", amount: 5 });
try {
  await deals.get(id.replace(/./g, "0"));
} catch (error) {
  console.log(data.title, error instanceof RecordsError && error.code);
}
`;

/** In a project of modules, the one file that is none. */
const COMMON_SCRIPT = `import { client, RecordsError } from "public-records";

const { PUBLIC_RECORDS_URL: url = "", PUBLIC_RECORDS_TOKEN: token = "" } = process.env;
client({ url, token })
  .entity("deals")
  .get("0")
  .catch((error: unknown) => console.log(error instanceof RecordsError && error.code));
`;

describe("the package", () => {
  it("has the client, its types and its command, and depends on nothing", () => {
    const installed = path.join(project, "node_modules");
    expect(readdirSync(installed).filter((name) => !name.startsWith("."))).toEqual(["public-records"]);
    expect(readdirSync(path.join(installed, "public-records")).sort()).toEqual([
      "LICENSE",
      "README.md",
      "dist",
      "package.json",
    ]);
  });

  it("generates types with which a script compiles and runs, as a module and as CommonJS", async () => {
    const { stdout } = await run("npx", ["public-records", "types", "--out", "records.d.ts"], project);
    expect(stdout).toBe("records.d.ts: written.\n");
    writeFileSync(path.join(project, "script.ts"), SCRIPT);
    const compiler = path.join(modules, "typescript/bin/tsc");
    const strict = ["--strict", "--target", "es2022", "--types", "node", "--typeRoots", path.join(modules, "@types")];
    for (const [module, resolution] of [
      ["esnext", "bundler"],
      ["node16", "node16"],
    ] as const) {
      const how = ["--module", module, "--moduleResolution", resolution, "--lib", "es2022"];
      await run(process.execPath, [compiler, "script.ts", ...how, ...strict], project);
    }
    expect((await run(process.execPath, ["script.js"], project)).stdout).toBe("Packed RECORD_NOT_FOUND\n");

    writeFileSync(path.join(project, "common.cts"), COMMON_SCRIPT);
    const common = ["--module", "node16", "--moduleResolution", "node16", "--lib", "es2022"];
    await run(process.execPath, [compiler, "common.cts", ...common, ...strict], project);
    expect((await run(process.execPath, ["common.cjs"], project)).stdout).toBe("RECORD_NOT_FOUND\n");
  }, 180_000);
});
