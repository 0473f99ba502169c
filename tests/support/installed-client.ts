/** The client in the `node_modules` of a folder, for scripts that import it by its name. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";

export async function installClient(folder: string): Promise<void> {
  const installed = path.join(folder, "node_modules/public-records");
  await build({
    entryPoints: ["packages/client/src/client.ts"],
    bundle: true,
    format: "esm",
    outfile: path.join(installed, "dist/client.js"),
  });
  writeFileSync(path.join(installed, "package.json"), readFileSync("packages/client/package.json"));
}
