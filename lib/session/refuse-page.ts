/**
 * What is answered in a page's place, before Next is asked for one: to foreign posts, at paths where there is nothing, and to
 * whoever asks too often. Costs next to nothing, so it is not counted itself.
 */
import { env } from "../env";
import { isOwnOrigin } from "./origin";
import { takePage } from "./page-limits";
import { isPagePath } from "./page-paths";
import { plainPageHeaders } from "./page-security";
import { PLAIN_STYLE_HASH, type PlainPage, toPlainPage } from "./plain-page";

export type AskedPage = {
  method: string;
  path: string;
  headers: Headers;
  address: string;
  sessionCookie: string | undefined;
};

export type PageRefusal = { status: 403 | 404 | 429; headers: Record<string, string>; body: string };

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

const NOT_FOUND: PlainPage = {
  title: "Not found",
  heading: "There is no such page",
  text: "The address may be incomplete, or the page has moved.",
};

/** null: Next may make the page. */
export async function refusePage({
  method,
  path,
  headers,
  address,
  sessionCookie,
}: AskedPage): Promise<PageRefusal | null> {
  const isSafe = SAFE_METHODS.has(method);
  if (!isSafe && !isOwnOrigin(headers)) return foreignPost();
  if (!isPagePath(path)) return { status: 404, headers: htmlHeaders(), body: toPlainPage(NOT_FOUND) };
  const window = await takePage({ kind: isSafe ? "page" : "action", address, sessionCookie });
  return window.allowed ? null : tooMany(window.retryAfter);
}

function foreignPost(): PageRefusal {
  const text = `This request did not come from a page of this service, so it was refused. Open ${env().APP_URL} and try again from there.\n`;
  return { status: 403, headers: { ...htmlHeaders(), "content-type": "text/plain; charset=utf-8" }, body: text };
}

function tooMany(retryAfter: number): PageRefusal {
  const seconds = retryAfter === 1 ? "1 second" : `${retryAfter} seconds`;
  const page = {
    title: "Too many requests",
    heading: "Too many requests",
    text: `You, or somebody at your address, have asked for too many pages. Load this page again in ${seconds}.`,
  };
  return { status: 429, headers: { ...htmlHeaders(), "retry-after": String(retryAfter) }, body: toPlainPage(page) };
}

function htmlHeaders(): Record<string, string> {
  const security = plainPageHeaders({ appUrl: env().APP_URL, styleHash: PLAIN_STYLE_HASH });
  return { ...security, "content-type": "text/html; charset=utf-8" };
}
