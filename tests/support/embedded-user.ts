/**
 * A process that uses the embedded database of the folder given to it, prints its address, and lets go on SIGTERM; with
 * `--careless`, it does nothing about a signal.
 */
import { openEmbeddedDatabase } from "../../server/embedded/postgres";

const [dataDir = "", option] = process.argv.slice(2);
const database = await openEmbeddedDatabase(dataDir);
const alive = setInterval(() => {}, 60_000);
if (option !== "--careless") {
  process.once("SIGTERM", async () => {
    clearInterval(alive);
    await database.release();
  });
}
console.log(database.url);
