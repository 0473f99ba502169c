/**
 * The embedded PostgreSQL: a server of our own for whoever has none. It runs beside the processes that use it: the first
 * one starts it, the last one stops it. What is in the database is not its business.
 */
import { accessSync, constants, mkdirSync, realpathSync } from "node:fs";
import path from "node:path";
import { openCluster } from "./cluster";
import { choosePlace, type Place } from "./place";
import { isServerRunning } from "./postmaster";
import { countClaims, exclusively, makeClaim } from "./process-claims";
import { stop } from "./programs";
import { readSettings } from "./settings";
import { bySocket } from "./socket";

/**
 * `url` is for everybody, `fastUrl` for the processes of this machine's account. `superuserUrl` is for what only the server's
 * first user does; the service does nothing of the kind.
 */
type EmbeddedDatabase = { url: string; fastUrl: string; superuserUrl: string; release(): Promise<void> };

/** Starts the server of this data directory, or joins the one that runs. To be released; the last release stops it. */
export async function openEmbeddedDatabase(dataDir: string): Promise<EmbeddedDatabase> {
  const home = openHome(dataDir);
  return exclusively(lockFolder(home), async () => {
    const place = choosePlace(home, readSettings(home)?.directory ?? null);
    const claim = makeClaim(usersFolder(home));
    const leave = () => stopUnlessUsed(home, place, claim.withdraw);
    const release = () => exclusively(lockFolder(home), leave);
    const forgetSignals = letGoOnSignal(release);
    try {
      const { url, superuserUrl } = await openCluster(home, place);
      return { url, fastUrl: bySocket(url, place), superuserUrl, release: () => release().finally(forgetSignals) };
    } catch (error) {
      await leave().finally(forgetSignals);
      throw error;
    }
  });
}

function openHome(dataDir: string): string {
  try {
    mkdirSync(dataDir, { recursive: true });
    const home = realpathSync(dataDir);
    accessSync(home, constants.R_OK | constants.W_OK | constants.X_OK);
    return home;
  } catch (cause) {
    throw new Error(
      `The data directory ${path.resolve(dataDir)} cannot be written to by this user: set DATA_DIR to a folder of your own.`,
      { cause },
    );
  }
}

async function stopUnlessUsed(home: string, place: Place, withdraw: () => void): Promise<void> {
  withdraw();
  if (countClaims(usersFolder(home)) > 0 || !isServerRunning(place.directory)) return;
  const outcome = await stop(place);
  if (!outcome.ok && isServerRunning(place.directory))
    throw new Error(`The embedded PostgreSQL did not stop: ${outcome.output}`);
}

function lockFolder(home: string): string {
  return path.join(home, "postgres.lock");
}

function usersFolder(home: string): string {
  return path.join(home, "postgres.users");
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

const holdings = new Set<() => Promise<void>>();

/** Returns how to take it back, for when it was let go of in the ordinary way. */
function letGoOnSignal(letGo: () => Promise<void>): () => void {
  holdings.add(letGo);
  // In front, because a listener that listens once is not counted any more when its turn has come.
  if (holdings.size === 1) for (const signal of SIGNALS) process.prependListener(signal, letGoAndStop);
  return () => {
    holdings.delete(letGo);
    if (holdings.size === 0) removeListeners();
  };
}

let stopping = false;

function letGoAndStop(signal: NodeJS.Signals): void {
  // Somebody else listens as well: it winds the process down in its own order, and lets go in the course of it.
  if (stopping || process.listenerCount(signal) > 1) return;
  stopping = true;
  Promise.allSettled([...holdings].map((letGo) => letGo())).then(() => {
    removeListeners();
    // Once more, to end as a process ends that is told to stop.
    process.kill(process.pid, signal);
  });
}

function removeListeners(): void {
  for (const signal of SIGNALS) process.off(signal, letGoAndStop);
}
