/** Global set-up: keeps the database server up from the first test of a run to the last. */
import { dropAbandonedDatabases, openTestServer } from "./database";

export default async function setup(): Promise<() => Promise<void>> {
  const server = await openTestServer();
  await dropAbandonedDatabases(server.url);
  return () => server.release();
}
