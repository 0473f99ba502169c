/** A TCP relay in front of a database, so that a test can take the database away and give it back. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type Relay = {
  /** The database's address by way of the relay. */
  url: string;
  /** Breaks every connection and refuses new ones. */
  cut: () => void;
  restore: () => void;
  stop: () => Promise<void>;
};

export async function startRelay(databaseUrl: string): Promise<Relay> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((inbound) => {
    if (isCut) return inbound.destroy();
    const outbound = connect(Number(target.port || 5432), target.hostname);
    for (const [socket, other] of [
      [inbound, outbound],
      [outbound, inbound],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    cut,
    restore: () => {
      isCut = false;
    },
    stop: async () => {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}
