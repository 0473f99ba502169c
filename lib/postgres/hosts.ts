/** Connections go to the host that accepted the last one, or to the next one if it is unreachable or accepts no writes. */
import pg from "pg";
import { addressesOf, isOfPrimary } from "../process/env";

/** Counts, by database address, how many of its hosts were abandoned. */
const left = new Map<string, number>();

function nextAddress(url: string): string {
  const addresses = addressesOf(url);
  return addresses[(left.get(url) ?? 0) % addresses.length] as string;
}

/** Does nothing if others have left this host already. */
function leaveHost(url: string, address: string): void {
  if (nextAddress(url) === address) left.set(url, (left.get(url) ?? 0) + 1);
}

type ConnectCallback = ((error: Error) => void) | ((error: null, client: pg.Client) => void);

/** Connects to one host. If it is unreachable, or a standby where writes are required, further connections go to the next host. */
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
  if (rows[0]?.transaction_read_only === "on") throw new Error("The server accepts no writes.");
}

/** Tries each host. `make` is called for each attempt. Throws the error of the last one. */
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
