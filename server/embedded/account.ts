/**
 * As which user of the operating system the server runs: PostgreSQL refuses root, so root lends it another account.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { statSync } from "node:fs";

/** null: the account of this process. */
export type Account = { uid: number; gid: number } | null;

/** In this order; every Unix has the second. */
const CANDIDATES = ["postgres", "nobody"];

/** `dataDirectory` need not exist; when it does, its owner is the only one whom PostgreSQL accepts. */
export function chooseAccount(dataDirectory: string): Account {
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
export function canRead(account: Account, folder: string): boolean {
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
