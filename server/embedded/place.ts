/**
 * Where the server's programs and tables are, such that the account it runs as can reach them: as a rule where npm and the
 * user put them, for root's sake sometimes in a folder of the system.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, cpSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { findBinaries } from "./binaries";

export type Place = { account: Account; programs: string; majorVersion: string; directory: string };

/** Out of the way of homes that only root may enter. */
const SYSTEM_FOLDER = "/var/lib/public-records-api";

/** `directory` is the one of an earlier start, or null on the first. */
export function choosePlace(dataDir: string, directory: string | null): Place {
  const binaries = findBinaries();
  const account = chooseAccount(directory ?? path.join(dataDir, "postgres"));
  const shelter = path.join(SYSTEM_FOLDER, createHash("sha256").update(dataDir).digest("hex").slice(0, 16));
  return {
    account,
    programs: reachablePrograms(binaries.folder, account, path.join(shelter, `programs-${binaries.version}`)),
    majorVersion: binaries.version.split(".")[0] ?? binaries.version,
    directory: directory ?? reachableDirectory(dataDir, account, shelter),
  };
}

function reachablePrograms(folder: string, account: Account, copy: string): string {
  if (canRead(account, folder)) return path.join(folder, "bin");
  if (!existsSync(copy)) {
    const draft = `${copy}.new`;
    rmSync(draft, { recursive: true, force: true });
    makeOpenFolder(path.dirname(copy));
    cpSync(folder, draft, { recursive: true, verbatimSymlinks: true });
    chmodSync(draft, 0o755);
    renameSync(draft, copy);
  }
  return path.join(copy, "bin");
}

function reachableDirectory(dataDir: string, account: Account, shelter: string): string {
  if (canRead(account, dataDir)) return path.join(dataDir, "postgres");
  makeOpenFolder(shelter);
  process.stderr.write(
    `PostgreSQL does not run as root, and the account it runs as cannot enter ${dataDir}: the embedded database is kept in ${shelter} instead.\n`,
  );
  return path.join(shelter, "postgres");
}

/** Whatever the umask: the account has to pass through. What must stay private inside is private by itself. */
function makeOpenFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const opened of [path.dirname(folder), folder]) chmodSync(opened, 0o755);
}

/** null: the account of this process. */
type Account = { uid: number; gid: number } | null;

/** In this order; every Unix has the second. */
const CANDIDATES = ["postgres", "nobody"];

/** `dataDirectory` need not exist; when it does, its owner is the only one whom PostgreSQL accepts. */
function chooseAccount(dataDirectory: string): Account {
  if (process.getuid?.() !== 0) return null;
  const owner = statSync(dataDirectory, { throwIfNoEntry: false });
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const name of CANDIDATES) {
    const account = findAccount(name);
    if (account !== null) return account;
  }
  throw new Error(
    "PostgreSQL refuses to run as root, and there is neither a user postgres nor a user nobody to run it as: start as another user, or set DATABASE_URL.",
  );
}

/** Whether the account can enter the folder and read what is in it, through every folder above. */
function canRead(account: Account, folder: string): boolean {
  if (account === null) return true;
  const test = spawnSync("/bin/sh", ["-c", 'test -x "$1" && test -r "$1"', "sh", folder], { ...account, cwd: "/" });
  return test.status === 0;
}

function findAccount(name: string): Account {
  try {
    return { uid: numberOf("-u", name), gid: numberOf("-g", name) };
  } catch {
    return null;
  }
}

function numberOf(option: string, name: string): number {
  return Number(execFileSync("id", [option, name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
}
