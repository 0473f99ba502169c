/**
 * A TCP server that accepts connections and treats what arrives as the test says: silence, nonsense, a late answer.
 */
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

export type FaultyServer = { address: string; connections(): number; stop(): Promise<void> };

export async function startFaultyServer(onData: (socket: Socket) => void): Promise<FaultyServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("data", () => onData(socket));
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const stop = async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, "close");
  };
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, connections: () => connections, stop };
}
