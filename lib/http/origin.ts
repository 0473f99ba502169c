/**
 * Whether a request comes from the service's own pages. Browsers write `Origin` themselves; scripts of a page cannot. It is
 * compared whole (scheme, host, port) with what is configured, never with the host that the request names.
 */
import { env } from "../process/env";

/** The same machine by three names: whoever works on it opens any of them. */
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** A missing or `null` origin is foreign. */
export function isOwnOrigin(headers: Headers): boolean {
  const origin = headers.get("origin");
  return origin !== null && ownOrigins().includes(origin);
}

/** Where browsers and programs reach this service. */
export function publicOrigin(): string {
  return new URL(env().APP_URL).origin;
}

/** That of `APP_URL`, first, in its other spellings too where it is this machine; and those of `APP_ORIGINS`. */
export function ownOrigins(): string[] {
  const { APP_URL, APP_ORIGINS } = env();
  const { origin, hostname } = new URL(APP_URL);
  const others = LOOPBACK.includes(hostname)
    ? LOOPBACK.map((name) => origin.replace(`//${hostname}`, `//${name}`))
    : [];
  return [...new Set([origin, ...others, ...APP_ORIGINS])];
}
