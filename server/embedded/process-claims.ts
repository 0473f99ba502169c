/** Claims, one file each, are valid only while their process lives: neither for another with its PID, nor in a copied folder. */
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findProcess } from "./running-process";

/** Returns how to withdraw it. */
export function makeClaim(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const name = `${process.pid}-${ownBirth()}-${identityOf(folder)}-${randomBytes(4).toString("hex")}`;
  const file = path.join(folder, name);
  writeFileSync(file, "");
  return () => rmSync(file, { force: true });
}

/** Counts the claims of living processes in the folder, and deletes the files of dead ones. */
export function countClaims(folder: string): number {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const dead = names.filter((name) => !isAlive(folder, name));
  for (const name of dead) rmSync(path.join(folder, name), { force: true });
  return names.length - dead.length;
}

let own: string | undefined;

/** Looked up once, so that a process never takes its own claim for that of a dead one. */
function ownBirth(): string {
  own ??= birthOf(process.pid) ?? "unknown";
  return own;
}

/** Stays the same when the folder is moved, and differs in a copy. */
function identityOf(folder: string): string {
  return String(statSync(folder).ino);
}

function isAlive(folder: string, name: string): boolean {
  const [pid, birth, identity] = name.split("-");
  if (identity !== identityOf(folder)) return false;
  if (Number(pid) === process.pid) return birth === ownBirth();
  return birth !== undefined && birth === birthOf(Number(pid));
}

const BOOT_ID = "/proc/sys/kernel/random/boot_id";

/** Distinguishes a process from an earlier or later one with the same PID; null if there is none. */
function birthOf(pid: number): string | null {
  const found = findProcess(pid);
  if (found === null) return null;
  // On Linux, a process's start is counted from the machine's boot.
  const boot = existsSync(BOOT_ID) ? readFileSync(BOOT_ID, "utf8") : "";
  return createHash("sha256").update(`${boot} ${found.started}`).digest("hex").slice(0, 12);
}

/** Longer than the longest start, including the recovery of a database after a crash. */
const PATIENCE_MS = 120_000;

/** Claims, then counts, and withdraws if not alone. The later of two sees the earlier claim, so they never both proceed. */
export async function exclusively<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  while (performance.now() < deadline) {
    const withdraw = makeClaim(folder);
    try {
      if (countClaims(folder) === 1) return await work();
    } finally {
      withdraw();
    }
    // Random, so that two processes that collided do not collide again.
    await pause(10 + Math.random() * 40);
  }
  throw new Error(`Another process has been busy with the embedded database for two minutes (see ${folder}).`);
}
