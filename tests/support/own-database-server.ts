/** Stops and starts the resilience suite's own database server, where it is. */
import { inject } from "vitest";
import { choosePlace } from "../../server/embedded/place";
import * as programs from "../../server/embedded/programs";
import { readSettings } from "../../server/embedded/settings";

/** Ends every connection, and returns once nothing listens any more. */
export async function stopDatabaseServer(): Promise<void> {
  requireOk(await programs.stop(server().place));
}

/** Returns once it answers, at the address of before. */
export async function startDatabaseServer(): Promise<void> {
  const { place, port } = server();
  requireOk(await programs.start(place, port));
}

function server() {
  const home = inject("dataDir");
  const settings = readSettings(home);
  if (settings === null) throw new Error(`There is no database server in ${home}`);
  return { place: choosePlace(home, settings.directory), port: settings.port };
}

function requireOk({ ok, output }: programs.Outcome): void {
  if (!ok) throw new Error(`The database server did not obey: ${output}`);
}
