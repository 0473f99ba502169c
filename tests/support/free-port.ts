/**
 * A port on the loopback address for a process that is yet to start. Not one that the system chose: until the process listens
 * there, the system may give the port to another process, and requests for one would reach the other.
 */
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below the ports that Linux hands out. */
const FIRST = 20_000;
const COUNT = 12_000;

/** Each process counts up from its own first port. */
let place = randomInt(COUNT);

export async function freePort(): Promise<number> {
  for (let tries = 0; tries < COUNT; tries += 1) {
    place = (place + 1) % COUNT;
    const port = FIRST + place;
    if (await isFree(port)) return port;
  }
  throw new Error(`Every port from ${FIRST} to ${FIRST + COUNT - 1} is taken.`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  const listening = await once(server, "listening").catch(() => null);
  if (listening === null) return false;
  server.close();
  await once(server, "close");
  return true;
}
