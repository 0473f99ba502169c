/**
 * The conformance tests of the protocol. The package asks for Node 22 because of one function of `fs` that is not used here, so it
 * is bundled with a stand-in for it.
 */
import { cpSync, mkdirSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { run } from "./pasted";

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
export async function runConformance(
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
