/** Bundles the Node door into dist/server.mjs, so that a start needs no compiler. Packages stay outside. */
import { build } from "esbuild";

await build({
  entryPoints: ["server/main.ts"],
  outfile: "dist/server.mjs",
  platform: "node",
  // The oldest version that package.json allows.
  target: "node20.19",
  format: "esm",
  bundle: true,
  packages: "external",
  sourcemap: true,
  logLevel: "warning",
});
