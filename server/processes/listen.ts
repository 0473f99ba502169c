/** Takes the port, or says in a sentence why it cannot. */
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

const REASONS: Record<string, (port: number, host: string) => string> = {
  EADDRINUSE: (port) => `Port ${port} is in use. Stop what uses it, or choose another one: PORT=${port + 1}.`,
  EACCES: (port) => `Port ${port} needs rights that this user does not have. Choose one above 1023: PORT=3000.`,
  EADDRNOTAVAIL: (_, host) => `This machine has no address ${host}. Choose another one: HOST=0.0.0.0.`,
};

/** The port that was taken: another than the given one where that was 0. */
export async function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reason = REASONS[error.code ?? ""]?.(port, host);
      reject(reason === undefined ? error : new Error(reason, { cause: error }));
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}
