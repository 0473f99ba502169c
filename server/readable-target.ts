/**
 * A target whose path has escapes that stand for no text, as one that can be read: each percent sign is then a character of
 * its own, of which no page is called. Next would answer the former with a bare 500, without the headers of a page.
 */
import { splitTarget } from "../lib/public-api/paths";

export function toReadableTarget(target: string): string {
  const { path } = splitTarget(target);
  return isReadable(path) ? target : path.replaceAll("%", "%25") + target.slice(path.length);
}

function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
