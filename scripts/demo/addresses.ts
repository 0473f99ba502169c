/** Where the demo is reached: by programs and browsers of this machine and, if HOST says so, of others. */
import { connect, createServer, type Server } from "node:net";
import { networkInterfaces } from "node:os";
import { pipeline } from "node:stream";

/** The demo listens here unless HOST is set, and prints `localhost`. */
export const LOOPBACK = "127.0.0.1";

const EVERY_ADDRESS = ["0.0.0.0", "::"];

/** A server that listens on every address, or on the loopback address, is reached as localhost. */
export function hostName(host: string | undefined): string {
  if (!host || host === LOOPBACK || EVERY_ADDRESS.includes(host)) return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

/** The variables that let browsers sign in at every address of a server that listens on all of them. */
export function originsAt(host = LOOPBACK, port: number, interfaces = networkInterfaces()) {
  const addresses = EVERY_ADDRESS.includes(host) ? Object.values(interfaces).flatMap((each) => each ?? []) : [];
  const others = addresses.filter(({ internal, family }) => !internal && family === "IPv4");
  return {
    APP_URL: `http://${hostName(host)}:${port}`,
    APP_ORIGINS: others.map(({ address }) => `http://${address}:${port}`).join(","),
  };
}

/** Some programs try only ::1 for localhost. Does nothing where there is no such address. */
export function forwardFromIpv6(port: number): Server {
  const server = createServer((socket) => pipeline(socket, connect(port, LOOPBACK), socket, () => {}));
  server.on("error", () => {});
  return server.listen(port, "::1").unref();
}
