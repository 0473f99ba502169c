/**
 * Connections to a database with several hosts go to the host that accepted the last one, and to the next once it cannot be
 * reached or accepts no writes.
 */
import pg from "pg";
import { addressesOf, isOfPrimary } from "../process/env";

/** Connected, but to a server that only reads, such as a standby. */
class NotWritable extends Error {}

/** By address of the database: how many times a host of it was left. */
const left = new Map<string, number>();

/** The address of the host to try next. */
function nextAddress(url: string): string {
  const addresses = addressesOf(url);
  return addresses[(left.get(url) ?? 0) % addresses.length] as string;
}

/** Further connections go to the next host, unless others have left this one already. */
function leaveHost(url: string, address: string): void {
  if (nextAddress(url) === address) left.set(url, (left.get(url) ?? 0) + 1);
}

type ConnectCallback = ((error: Error) => void) | ((error: null, client: pg.Client) => void);

/**
 * Connects to one host of the database. If that cannot be used, the connection is closed, and further ones go to the next host.
 * Not usable is also a server that accepts no writes, if the address asks for one that does.
 */
export class HostClient extends pg.Client {
  private readonly url: string;
  private readonly address: string;

  constructor(config: pg.ClientConfig & { connectionString: string }) {
    const address = nextAddress(config.connectionString);
    super({ ...config, connectionString: address });
    this.url = config.connectionString;
    this.address = address;
    // The next statement reports a connection that has broken. Without a listener the error would end the process.
    this.on("error", () => {});
  }

  override connect(): Promise<this>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<this> | undefined {
    const opened = this.open();
    if (callback === undefined) return opened;
    const done = callback as (error: Error | null) => void;
    opened.then(() => done(null), done);
  }

  private async open(): Promise<this> {
    try {
      await super.connect();
      if (isOfPrimary(this.url)) await requireWritable(this);
      return this;
    } catch (error) {
      leaveHost(this.url, this.address);
      // A standby would keep the connection, and soon have no room for others.
      void this.end();
      throw error;
    }
  }
}

async function requireWritable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>("SHOW transaction_read_only");
  if (rows[0]?.transaction_read_only === "on") throw new NotWritable("The server accepts no writes.");
}

/** Connects to the first host that can be used. `make` is called for each attempt. Throws the error of the last one. */
export async function connectToHost<Client extends HostClient>(url: string, make: () => Client): Promise<Client> {
  for (let attempt = addressesOf(url).length; ; attempt -= 1) {
    const client = make();
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (attempt === 1) throw error;
    }
  }
}
