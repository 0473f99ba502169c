/**
 * `/mcp` passes the conformance tests of the protocol, but for those that ask for what this service has none of: tools, prompts and
 * resources of a fixture. So the code that handles its messages is run with such a fixture as well, in both revisions. The files in
 * `conformance` have what fails, with the reasons; what passes after all fails here.
 */
import { cpSync, mkdirSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { afterAll, expect, inject, it } from "vitest";
import { openMount, openProxy } from "../../support/mcp-targets";
import { openOrganization } from "../../support/organization";
import { run } from "../../support/pasted";
import { temporaryFolder } from "../../support/temporary-folder";

/**
 * The conformance tests of the protocol. The package asks for Node 22 because of one function of `fs` that is not used here, so it
 * is bundled with a stand-in for it.
 */
const PACKAGE = path.resolve("node_modules/@modelcontextprotocol/conformance");
/** Below `node_modules`, so that what it imports is found. */
const FOLDER = path.resolve("node_modules/.cache/mcp-conformance");

const FS = 'import * as fs from "node:fs"; export * from "node:fs"; export const globSync = fs.globSync ?? (() => []);';

async function bundle(): Promise<string> {
  mkdirSync(FOLDER, { recursive: true });
  for (const name of ["requirements", "package.json"])
    cpSync(path.join(PACKAGE, name), path.join(FOLDER, name), { recursive: true });
  const outfile = path.join(FOLDER, "dist/index.js");
  await build({
    entryPoints: [path.join(PACKAGE, "dist/index.js")],
    outfile,
    platform: "node",
    format: "esm",
    bundle: true,
    packages: "external",
    plugins: [
      {
        name: "fs",
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^fs$/ }, () => ({ path: "fs", namespace: "stand-in" }));
          onLoad({ filter: /.*/, namespace: "stand-in" }, () => ({ contents: FS }));
        },
      },
    ],
  });
  return outfile;
}

let bundled: Promise<string> | undefined;

/** `failures`: the file of those that are expected. Rejects with the output if the outcome is another one. */
async function runConformance(
  url: string,
  { revision, failures, folder }: { revision: string; failures: string; folder: string },
): Promise<string> {
  bundled ??= bundle();
  const args = ["server", "--url", url, "--requirements", revision, "--expected-failures", path.resolve(failures)];
  const { stdout } = await run(process.execPath, [await bundled, ...args, "-o", folder], folder, {}).catch(
    ({ stdout = "", stderr = "" }: { stdout?: string; stderr?: string }) => {
      throw new Error(`${stdout}${stderr}`);
    },
  );
  return stdout;
}

const acme = await openOrganization("conformance");
const [service, mount] = await Promise.all([openProxy(inject("origin"), acme.token("ada")), openMount()]);
const folder = temporaryFolder();
afterAll(() => {
  service.close();
  mount.close();
  folder.remove();
});

/** `scenarios` must not be skipped. */
it.each([
  [
    "2026-07-28",
    "tools alone",
    {
      target: service,
      failures: "service",
      scenarios: ["tools-list", "dns-rebinding-protection", "http-header-validation", "server-sse-multiple-streams"],
    },
  ],
  [
    "2026-07-28",
    "tools, prompts and resources",
    {
      target: mount,
      failures: "fixture-2026",
      scenarios: [
        "server-stateless",
        "completion-complete",
        "tools-call-simple-text",
        "resources-list",
        "prompts-list",
        "caching",
        "http-header-validation",
      ],
    },
  ],
  [
    "2025-11-25",
    "tools, prompts and resources, but no streams",
    {
      target: mount,
      failures: "fixture-2025",
      scenarios: ["server-initialize", "ping", "tools-call-simple-text", "resources-list", "prompts-list"],
    },
  ],
])("passes what the revision %s requires of a server with %s", { timeout: 300_000 }, async (revision, _, row) => {
  const { target, failures, scenarios } = row;
  const asked = { revision, failures: `tests/api/mcp/conformance/${failures}.yaml`, folder: folder.path };
  const output = await runConformance(target.url, asked);
  for (const scenario of scenarios) expect(output).toMatch(new RegExp(`✓ ${scenario}: [1-9]\\d* passed, 0 failed`));
});
