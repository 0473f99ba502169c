/** Where to go after signing in: a path of this service, or the list of tokens where anything else is asked for. */
export const HOME_PATH = "/tokens";

const BASE = "http://own.invalid";

/** `//host`, `/\host`, and whatever else a browser would leave this service for, is no path of its own. */
export function ownPath(asked: unknown): string {
  if (typeof asked !== "string" || !asked.startsWith("/") || !URL.canParse(asked, BASE)) return HOME_PATH;
  const { origin, pathname, search, hash } = new URL(asked, BASE);
  if (origin !== BASE || pathname.startsWith("//")) return HOME_PATH;
  return pathname + search + hash;
}
