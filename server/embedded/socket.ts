/** The embedded server's Unix socket, a quarter cheaper than TCP. Only the server's account and root can enter its folder. */
import { existsSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import type { Place } from "./place";

/** The longest socket path that all systems support, including the name of the file itself. */
export const MAX_SOCKET_BYTES = 100;

/** Returns null if there can be no socket: the path is too long, or would need quoting on the way to the server. */
export function socketFolder({ directory }: Pick<Place, "directory">): string | null {
  const fits = Buffer.byteLength(fileIn(directory, 65535)) <= MAX_SOCKET_BYTES;
  return fits && /^[\w./-]+$/.test(directory) ? directory : null;
}

/** Returns the server's URL over its socket, or `url` unchanged if there is no socket. */
export function bySocket(url: string, place: Pick<Place, "directory">): string {
  const folder = socketFolder(place);
  const address = new URL(url);
  if (folder === null || !existsSync(fileIn(folder, Number(address.port)))) return url;
  address.searchParams.set("host", folder);
  return address.href;
}

/** Call it before a start, when no server runs: an old socket is locked by a PID that may now be another process's. */
export function removeOldSockets({ directory }: Pick<Place, "directory">): void {
  const names = readdirSync(directory).filter((name) => name.startsWith(PREFIX));
  for (const name of names) rmSync(path.join(directory, name), { force: true });
}

const PREFIX = ".s.PGSQL.";

function fileIn(folder: string, port: number): string {
  return path.join(folder, `${PREFIX}${port}`);
}
