/** Compares the whole `Origin`, which scripts cannot set, with the configuration, never with the request's own host. */
import { env } from "../process/env";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** A missing or `null` origin is foreign. */
export function isOwnOrigin(headers: Headers): boolean {
  const origin = headers.get("origin");
  return origin !== null && ownOrigins().includes(origin);
}

export function publicOrigin(): string {
  return env().APP_URL;
}

/** The origin of `APP_URL` first, under all names of this machine if it is local, then those of `APP_ORIGINS`. */
export function ownOrigins(): string[] {
  const { APP_URL, APP_ORIGINS } = env();
  const { hostname } = new URL(APP_URL);
  const others = LOOPBACK.includes(hostname)
    ? LOOPBACK.map((name) => APP_URL.replace(`//${hostname}`, `//${name}`))
    : [];
  return [...new Set([APP_URL, ...others, ...APP_ORIGINS])];
}
