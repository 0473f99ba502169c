/**
 * Cancels the statement of a connection as libpq does: by a request on a new connection, which needs no place in a pool and
 * passes poolers.
 */
import pg from "pg";
import { log } from "../process/log";
import { withDeadline } from "../time/deadline";

/** Much longer than it takes. A statement that cannot be cancelled ends by its own timeout. */
const CANCEL_TIMEOUT_MS = 1_000;

/** Missing in the driver's types. */
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
 * Resolves once the server has closed the connection, after it has passed the request on: then it cannot meet a later
 * statement. Never rejects.
 */
export async function cancelStatement(client: pg.ClientBase): Promise<void> {
  const server = client as unknown as Server;
  const connection = new pg.Connection({
    ssl: server.connectionParameters.ssl,
  } as pg.ConnectionConfig) as CancelConnection;
  try {
    await withDeadline(request(connection, server), CANCEL_TIMEOUT_MS);
  } catch (error) {
    log().warn({ error: String(error) }, "a statement that nobody waits for could not be cancelled");
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
