/**
 * Finds the programs that tests run beside the service, or fetches Debian's packages and unpacks them into node_modules/.cache,
 * so that nothing is installed in the system and no service is started.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const CACHE = fileURLToPath(new URL("../../node_modules/.cache", import.meta.url));

/** Each program, its path in Debian's packages, and the packages: the program may be a link from one into another. */
const PROGRAMS = {
  "redis-server": { file: "usr/bin/redis-server", packages: ["redis-server", "redis-tools"] },
  pgbouncer: { file: "usr/sbin/pgbouncer", packages: ["pgbouncer"] },
};

/** Returns the PATH on which the programs are found, and for each missing program the reason. */
export function pathWithPrograms() {
  const folders = [];
  const reasons = {};
  for (const program of Object.keys(PROGRAMS)) {
    if (runs(program, "--version")) continue;
    const bin = path.join(CACHE, program, "bin");
    const reason = existsSync(bin) ? null : fetchProgram(program);
    if (reason === null) folders.push(bin);
    else reasons[program] = reason;
  }
  return { path: [...folders, process.env.PATH].join(path.delimiter), reasons };
}

function fetchProgram(program) {
  const { file, packages } = PROGRAMS[program];
  if (process.getuid?.() !== 0) return `${program} is not installed, and only root may fetch it`;
  if (!runs("apt-get", "--version")) return `${program} is not installed, and there is no apt-get to fetch it with`;
  console.log(`Fetching ${program} for the tests …`);
  const folder = path.join(CACHE, program);
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  const archives = path.join(draft, "archives");
  mkdirSync(path.join(archives, "partial"), { recursive: true });
  // A new system has no package lists yet; an old one may have lists with versions that no longer exist.
  if (!download(packages, archives) && !(runs("apt-get", "-qq", "update") && download(packages, archives))) {
    return `${program} is not installed, and apt-get could not fetch it`;
  }
  for (const archive of readdirSync(archives).filter((name) => name.endsWith(".deb"))) {
    if (!runs("dpkg-deb", "-x", path.join(archives, archive), draft)) return `dpkg-deb could not unpack ${archive}`;
  }
  writeStarter(draft, folder, { program, file });
  renameSync(draft, folder);
  return null;
}

/** Downloads the packages, with every library that the system lacks. */
function download(packages, archives) {
  const options = ["-qq", "-y", "--no-install-recommends", "--download-only", "-o", `Dir::Cache::archives=${archives}`];
  // --reinstall downloads a package even if it is installed.
  return runs("apt-get", ...options, "install", "--reinstall", ...packages);
}

function writeStarter(draft, folder, { program, file }) {
  const libraries = path.join(folder, "usr", "lib");
  const found = existsSync(path.join(draft, "usr", "lib")) ? readdirSync(path.join(draft, "usr", "lib")) : [];
  const searched = [libraries, ...found.map((name) => path.join(libraries, name))].join(":");
  mkdirSync(path.join(draft, "bin"));
  const script = `#!/bin/sh\nLD_LIBRARY_PATH='${searched}' exec '${path.join(folder, file)}' "$@"\n`;
  writeFileSync(path.join(draft, "bin", program), script, { mode: 0o755 });
}

function runs(command, ...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync(command, args, { stdio: "ignore", env }).status === 0;
}
