/** A process that uses the embedded database of the folder given to it, prints its address, and lets go on SIGTERM. */
import { openEmbeddedDatabase } from "../../server/embedded/postgres";

const database = await openEmbeddedDatabase(process.argv[2] ?? "");
const alive = setInterval(() => {}, 60_000);
process.once("SIGTERM", async () => {
  clearInterval(alive);
  await database.release();
});
console.log(database.url);
