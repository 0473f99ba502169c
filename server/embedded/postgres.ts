/** The embedded PostgreSQL, shared by the processes that use it: the first one starts it, the last one stops it. */
import { accessSync, constants, mkdirSync, realpathSync } from "node:fs";
import path from "node:path";
import { atEnd, ending } from "../processes/lifecycle";
import { openCluster } from "./cluster";
import { choosePlace, type Place } from "./place";
import { isServerRunning } from "./postmaster";
import { countClaims, exclusively, makeClaim } from "./process-claims";
import { stop } from "./programs";
import { readSettings } from "./settings";
import { bySocket } from "./socket";

/** `url` works for every client, `fastUrl` for this machine's account, `superuserUrl` for tasks that need the superuser. */
type EmbeddedDatabase = { url: string; fastUrl: string; superuserUrl: string; release(): Promise<void> };

/** Starts or joins the server of this data directory. The last release, explicit or at a process's end, stops it. */
export async function openEmbeddedDatabase(dataDir: string): Promise<EmbeddedDatabase> {
  const home = openHome(dataDir);
  const lock = path.join(home, "postgres.lock");
  const users = path.join(home, "postgres.users");
  return exclusively(lock, async () => {
    ending.throwIfAborted();
    const place = choosePlace(home, readSettings(home)?.directory ?? null);
    const withdraw = makeClaim(users);
    const leave = () => stopUnlessUsed(users, place, withdraw);
    const release = () => exclusively(lock, leave);
    const forgetEnd = atEnd(release);
    try {
      const { url, superuserUrl } = await openCluster(home, place);
      return { url, fastUrl: bySocket(url, place), superuserUrl, release: () => release().finally(forgetEnd) };
    } catch (error) {
      await leave().finally(forgetEnd);
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

async function stopUnlessUsed(users: string, place: Place, withdraw: () => void): Promise<void> {
  withdraw();
  if (countClaims(users) > 0 || !isServerRunning(place.directory)) return;
  const outcome = await stop(place);
  if (!outcome.ok && isServerRunning(place.directory))
    throw new Error(`The embedded PostgreSQL did not stop: ${outcome.output}`);
}
