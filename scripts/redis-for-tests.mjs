/**
 * Finds a redis-server for the tests, or fetches Debian's: unpacked into node_modules/.cache, so that nothing is installed
 * in the system and no service is started.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL("../node_modules/.cache/redis", import.meta.url));

/** The PATH on which redis-server is found, or null and a sentence that says why there is none. */
export function pathWithRedis() {
  if (runs("redis-server", "--version")) return { path: process.env.PATH, reason: null };
  const bin = path.join(FOLDER, "bin");
  if (!existsSync(bin)) {
    const reason = fetchRedis();
    if (reason !== null) return { path: null, reason };
  }
  return { path: `${bin}${path.delimiter}${process.env.PATH}`, reason: null };
}

function fetchRedis() {
  if (process.getuid?.() !== 0) return "redis-server is not installed, and only root may fetch it";
  if (!runs("apt-get", "--version")) return "redis-server is not installed, and there is no apt-get to fetch it with";
  console.log("Fetching redis-server for the tests …");
  const draft = `${FOLDER}.new`;
  rmSync(draft, { recursive: true, force: true });
  const archives = path.join(draft, "archives");
  mkdirSync(path.join(archives, "partial"), { recursive: true });
  // A new system has no lists of packages yet; an old one may have lists that name versions which are gone.
  if (!download(archives) && !(runs("apt-get", "-qq", "update") && download(archives))) {
    return "redis-server is not installed, and apt-get could not fetch it";
  }
  for (const archive of readdirSync(archives).filter((name) => name.endsWith(".deb"))) {
    if (!runs("dpkg-deb", "-x", path.join(archives, archive), draft)) return `dpkg-deb could not unpack ${archive}`;
  }
  writeStarter(draft);
  renameSync(draft, FOLDER);
  return null;
}

/** With every library that the system lacks. */
function download(archives) {
  const options = ["-qq", "-y", "--no-install-recommends", "--download-only", "-o", `Dir::Cache::archives=${archives}`];
  // Again, should one of the two be there: the program of the first is a link into the second.
  return runs("apt-get", ...options, "install", "--reinstall", "redis-server", "redis-tools");
}

function writeStarter(draft) {
  const libraries = path.join(FOLDER, "usr", "lib");
  const found = existsSync(path.join(draft, "usr", "lib")) ? readdirSync(path.join(draft, "usr", "lib")) : [];
  const searched = [libraries, ...found.map((name) => path.join(libraries, name))].join(":");
  mkdirSync(path.join(draft, "bin"));
  const script = `#!/bin/sh\nLD_LIBRARY_PATH='${searched}' exec '${path.join(FOLDER, "usr", "bin", "redis-server")}' "$@"\n`;
  writeFileSync(path.join(draft, "bin", "redis-server"), script, { mode: 0o755 });
}

function runs(command, ...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync(command, args, { stdio: "ignore", env }).status === 0;
}
