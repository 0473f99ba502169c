/** Places programs and tables where the server's account can reach them; when root starts it, sometimes in a system folder. */
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, cpSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { findBinaries } from "./binaries";

export type Place = { account: Account; programs: string; majorVersion: string; directory: string };

/** Outside home directories, some of which only root can enter. */
const SYSTEM_FOLDER = "/var/lib/public-records-api";

/** `lastDirectory` is from postgres.json, null on the first start. A copied directory uses its own tables, not the original's. */
export function choosePlace(dataDir: string, lastDirectory: string | null): Place {
  const binaries = findBinaries();
  const shelter = path.join(SYSTEM_FOLDER, createHash("sha256").update(dataDir).digest("hex").slice(0, 16));
  const found = findOwnTables(dataDir, shelter, lastDirectory);
  const account = chooseAccount(found ?? path.join(dataDir, "postgres"));
  if (found !== null) requireAccess(account, found);
  return {
    account,
    programs: reachablePrograms(binaries.folder, account, path.join(shelter, `programs-${binaries.version}`)),
    majorVersion: binaries.version.split(".")[0] ?? binaries.version,
    directory: found ?? reachableDirectory(dataDir, account, shelter),
  };
}

/** Returns null if this data directory has no tables yet. */
function findOwnTables(dataDir: string, shelter: string, lastDirectory: string | null): string | null {
  const own = [path.join(dataDir, "postgres"), path.join(shelter, "postgres")];
  const found = own.find((directory) => existsSync(directory));
  if (found !== undefined) return found;
  if (lastDirectory === null || own.includes(lastDirectory)) return null;
  throw new Error(
    `${dataDir} was copied or moved without its tables, which are in ${lastDirectory}: move the folder back, or stop its service and copy them to ${own[0]}.`,
  );
}

/** A copy made by root belongs to root, so it is given to the account. The folders above it are not changed. */
function requireAccess(account: Account, directory: string): void {
  if (account === null) return;
  if (statSync(directory).uid === 0) {
    const log = `${directory}.log`;
    const files = [directory, ...(existsSync(log) ? [log] : [])];
    execFileSync("chown", ["-R", `${account.uid}:${account.gid}`, ...files]);
  }
  if (canRead(account, directory)) return;
  throw new Error(
    `PostgreSQL does not run as root, and the account it runs as cannot enter ${directory}: move the data directory to a folder that every user can enter, or set DATA_DIR to it.`,
  );
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

/** Sets the mode whatever the umask, because the account has to pass through. Private content inside has its own modes. */
function makeOpenFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const opened of [path.dirname(folder), folder]) chmodSync(opened, 0o755);
}

/** null: the account of this process. */
type Account = { uid: number; gid: number } | null;

/** `dataDirectory` need not exist. If it does, PostgreSQL accepts only its owner. */
function chooseAccount(dataDirectory: string): Account {
  if (process.getuid?.() !== 0) return null;
  const owner = statSync(dataDirectory, { throwIfNoEntry: false });
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  // Every Unix has the second.
  const account = findAccount("postgres") ?? findAccount("nobody");
  if (account !== null) return account;
  throw new Error(
    "PostgreSQL refuses to run as root, and there is neither a user postgres nor a user nobody to run it as: start as another user, or set DATABASE_URL.",
  );
}

function canRead(account: Account, folder: string): boolean {
  if (account === null) return true;
  const test = spawnSync("/bin/sh", ["-c", 'test -x "$1" && test -r "$1"', "sh", folder], { ...account, cwd: "/" });
  return test.status === 0;
}

function findAccount(name: string): Account {
  const numberOf = (option: string) =>
    Number(execFileSync("id", [option, name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
  try {
    return { uid: numberOf("-u"), gid: numberOf("-g") };
  } catch {
    return null;
  }
}
