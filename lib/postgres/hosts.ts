/**
 * Connections to a database with several hosts go to the host that accepted the last one, and to the next once it cannot be
 * reached or accepts no writes.
 */
import type pg from "pg";
import { addressesOf, isOfPrimary } from "../process/database-address";

/** Connected, but to a server that only reads, such as a standby. */
class NotWritable extends Error {}

/** By address of the database: how many times a host of it was left. */
const left = new Map<string, number>();

/** The address of the host to try next. */
export function nextAddress(url: string): string {
  const addresses = addressesOf(url);
  return addresses[(left.get(url) ?? 0) % addresses.length] as string;
}

/** Further connections go to the next host, unless others have left this one already. */
export function leaveHost(url: string, address: string): void {
  if (nextAddress(url) === address) left.set(url, (left.get(url) ?? 0) + 1);
}

/** Throws NotWritable if `url` asks for a server that accepts writes, and this one does not. */
export async function requireWritable(client: pg.Client, url: string): Promise<void> {
  if (!isOfPrimary(url)) return;
  const ignore = () => {};
  // Without a listener, a connection that breaks now would end the process. The query fails by itself.
  client.on("error", ignore);
  try {
    const { rows } = await client.query<{ transaction_read_only: string }>("SHOW transaction_read_only");
    if (rows[0]?.transaction_read_only === "on") throw new NotWritable("The server accepts no writes.");
  } finally {
    client.off("error", ignore);
  }
}

/** Opens a connection to the first host that can be used. `make` gets the address of one. Throws the error of the last one. */
export async function connectToHost<Client extends pg.Client>(
  url: string,
  make: (address: string) => Client,
): Promise<Client> {
  for (let attempt = addressesOf(url).length; ; attempt -= 1) {
    const address = nextAddress(url);
    const client = make(address);
    try {
      await client.connect();
      await requireWritable(client, url);
      return client;
    } catch (error) {
      await client.end();
      leaveHost(url, address);
      if (attempt === 1) throw error;
    }
  }
}
