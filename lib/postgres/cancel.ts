/**
 * Cancels a running statement as libpq does: with a request on a new connection, which takes no place in the pool and passes
 * through poolers.
 */
import pg from "pg";
import { log } from "../process/log";
import { withDeadline } from "../time/deadline";

/** Much longer than a cancel request takes. A statement that cannot be cancelled ends at its own timeout. */
const CANCEL_TIMEOUT_MS = 1_000;

/** Missing from the driver's types. */
type Server = {
  host: string;
  port: number;
  processID: number;
  secretKey: number;
  connectionParameters: { ssl: unknown };
};
type CancelConnection = pg.Connection & {
  connect(port: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
};

/**
 * Resolves when the server has closed the connection. By then it has passed the request on, so the request cannot hit a later
 * statement. False if the server cannot be reached. Never rejects.
 */
export async function cancelStatement(client: pg.ClientBase): Promise<boolean> {
  const server = client as unknown as Server;
  const connection = new pg.Connection({
    ssl: server.connectionParameters.ssl,
  } as pg.ConnectionConfig) as CancelConnection;
  try {
    await withDeadline(request(connection, server), CANCEL_TIMEOUT_MS);
    return true;
  } catch (error) {
    log().warn({ error: String(error) }, "a statement that nobody waits for could not be cancelled");
    return false;
  } finally {
    connection.stream.destroy();
  }
}

function request(connection: CancelConnection, { host, port, processID, secretKey, connectionParameters }: Server) {
  const ask = () => connection.cancel(processID, secretKey);
  return new Promise<void>((resolve, reject) => {
    connection.once("connect", () => (connectionParameters.ssl ? connection.requestSsl() : ask()));
    connection.once("sslconnect", ask);
    connection.on("error", reject);
    connection.once("end", resolve);
    if (host.startsWith("/")) connection.connect(`${host}/.s.PGSQL.${port}`);
    else connection.connect(port, host);
  });
}
