/**
 * Where the server's programs and tables are, such that the account it runs as can reach them: as a rule where npm and the
 * user put them, for root's sake sometimes in a folder of the system.
 */
import { createHash } from "node:crypto";
import { chmodSync, cpSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { type Account, canRead, chooseAccount } from "./account";
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
