/**
 * Bundles the programs of a Node host and the command line into dist/, so that a start needs no compiler. Packages are not
 * bundled.
 */
import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";

const FOLDER = "dist";

const { metafile } = await build({
  entryPoints: {
    server: "server/main.ts",
    "api-process": "server/processes/api-process.ts",
    "pages-process": "server/processes/pages-process.ts",
    "one-process-worker": "server/processes/one-process-worker.ts",
    migrate: "server/migrate.ts",
    healthy: "server/healthy.ts",
    admin: "server/cli/main.ts",
  },
  outdir: FOLDER,
  outExtension: { ".js": ".mjs" },
  platform: "node",
  // The oldest version that package.json allows.
  target: "node20.19",
  format: "esm",
  bundle: true,
  // Each program loads only the code that it uses.
  splitting: true,
  packages: "external",
  sourcemap: true,
  metafile: true,
  logLevel: "warning",
});

// Remove the output of earlier builds, whose names contain a hash.
const written = new Set(Object.keys(metafile.outputs).map((file) => path.basename(file)));
for (const name of readdirSync(FOLDER)) if (!written.has(name)) rmSync(path.join(FOLDER, name), { recursive: true });
