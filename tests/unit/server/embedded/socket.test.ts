/** The embedded server is reached by its socket where there can be one, and over TCP everywhere. */
import { mkdirSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { openEmbeddedDatabase } from "../../../../server/embedded/postgres";
import { queryOnce } from "../../../support/database";
import { temporaryFolder } from "../../../support/temporary-folder";

const folder = temporaryFolder();
afterAll(() => folder.remove());

/** How each of the server's addresses is reached: the client's address is null for a socket's. */
async function peersOf(name: string): Promise<unknown[]> {
  const dataDir = path.join(folder.path, name);
  mkdirSync(dataDir, { recursive: true });
  const database = await openEmbeddedDatabase(dataDir);
  try {
    return [await peerOf(database.url), await peerOf(database.fastUrl)];
  } finally {
    await database.release();
  }
}

const peerOf = async (url: string) => (await queryOnce(url, "SELECT host(inet_client_addr()) AS peer"))[0]?.peer;

it.each([
  ["a short path", "data", null],
  ["a path longer than a socket's address may be", "d".repeat(100), "127.0.0.1"],
  ["a path that would need quoting", "my data", "127.0.0.1"],
])("%s", async (_, name, fastPeer) => {
  expect(await peersOf(name)).toEqual(["127.0.0.1", fastPeer]);
});
