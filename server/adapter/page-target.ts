/**
 * The target of a page, as Next is to see it. What it would answer by itself, before `proxy.ts` and without the headers of a
 * page, becomes the path of a page that is not there: doubled and reversed slashes (a redirect), and escapes that stand for
 * no text (a bare 500).
 */
import { splitTarget } from "../../lib/http/target";

/** No page is called that. */
export const NO_PAGE = "/no-such-page";

/** `target`: without an origin. */
export function toPageTarget(target: string): string {
  const { path } = splitTarget(target);
  return isReadable(path) && !/\\|\/\//.test(path) ? target : NO_PAGE;
}

function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
