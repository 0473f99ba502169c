/** Cheap pages for requests that do not reach Next, without scripts or files. The policy allows their style by its hash. */
import { createHash } from "node:crypto";
import { isOwnOrigin } from "../../http/origin";
import { MAX_FORM_BYTES } from "../../limits";
import { env } from "../../process/env";
import { REFUSAL_PREFIX } from "../sign-in-messages";
import { hasReadableArguments } from "./action-arguments";
import { takePage } from "./page-limits";
import { isPagePath } from "./page-paths";
import { plainPageHeaders } from "./page-security";

export type PageRefusal = {
  status: 400 | 403 | 404 | 405 | 413 | 429 | 503;
  headers: Record<string, string>;
  body: string;
  text: string;
};

/** For a script that called a server action: Next passes the body on only with exactly this content type. */
export function refusalFor(method: string | undefined, actionId: unknown, refusal: PageRefusal): PageRefusal {
  if (method !== "POST" || typeof actionId !== "string") return refusal;
  const { headers, text } = refusal;
  return { ...refusal, headers: { ...headers, "content-type": "text/plain" }, body: REFUSAL_PREFIX + text };
}

function plainResponse(status: PageRefusal["status"], page: PlainPage, more: Record<string, string> = {}): PageRefusal {
  const headers = { ...plainHeaders(), "content-type": "text/html; charset=utf-8", ...more };
  return { status, headers, body: toPlainPage(page), text: page.text };
}

export function unknownPage(): PageRefusal {
  return plainResponse(404, {
    title: "Not found",
    heading: "There is no such page",
    text: "The address may be incomplete, or the page has moved.",
  });
}

const PAGE_METHODS = ["GET", "HEAD", "OPTIONS", "POST"];

/** Returns null if the page exists and supports the method. */
export function refuseTarget(method: string, path: string): PageRefusal | null {
  return isPagePath(path) ? refuseMethod(method) : unknownPage();
}

/** null for a method that pages support. Next would fail on some others, such as TRACE. */
export function refuseMethod(method: string): PageRefusal | null {
  if (PAGE_METHODS.includes(method)) return null;
  const page = {
    title: "Method not allowed",
    heading: "Pages cannot do that",
    text: "This address is a page: open it with GET. The API is at /api/v1.",
  };
  return plainResponse(405, page, { allow: PAGE_METHODS.join(", ") });
}

/** In seconds: about as long as a start takes; a build takes longer. */
const PAGES_WAIT = 5;

/** While the pages process starts. Browsers reload it automatically. */
export function pagesNotReady(): PageRefusal {
  const page = {
    title: "Not ready yet",
    heading: "The pages are not ready yet",
    text: `They are starting, or being built. This page loads itself again every ${PAGES_WAIT} seconds.`,
  };
  return plainResponse(503, page, { "retry-after": String(PAGES_WAIT), refresh: String(PAGES_WAIT) });
}

function plainHeaders(): Record<string, string> {
  return plainPageHeaders({ appUrl: env().APP_URL, styleHash: PLAIN_STYLE_HASH });
}

type PlainPage = { title: string; heading: string; text: string };

/** The colors of app/globals.css. */
const STYLE = `:root{color-scheme:light dark;background:light-dark(#f7f7f5,#111214);font:15px/1.55 system-ui,sans-serif}
body{margin:0 auto;max-width:28rem;padding:16vh 1rem 2rem;text-align:center;color:light-dark(#5c5c55,#a5abb3)}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .5rem;color:light-dark(#1b1b19,#ecedef)}
a{display:inline-block;padding:.4rem .9rem;border-radius:.5rem;font:500 14px system-ui;text-decoration:none;background:light-dark(#2d55c4,#93b2ff);color:light-dark(#fff,#0d1733)}`;

const PLAIN_STYLE_HASH = `sha256-${createHash("sha256").update(STYLE).digest("base64")}`;

/** All texts are ours and contain nothing from the request. */
function toPlainPage({ title, heading, text }: PlainPage): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} · Public Records API</title>
<style>${STYLE}</style>
<main>
<h1>${heading}</h1>
<p>${text}</p>
<p><a href="/">Go to the start page</a></p>
</main>
</html>
`;
}

export type AskedPage = {
  method: string;
  path: string;
  headers: Headers;
  /** null if the body is larger than a form can be. */
  readBody: () => Promise<Uint8Array<ArrayBuffer> | null>;
  address: string;
  sessionCookie: string | undefined;
};

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Returns null if Next renders the page. Refusals that read no body are cheap and are not counted. */
export async function refusePage(asked: AskedPage): Promise<PageRefusal | null> {
  const { method, path, headers, address, sessionCookie } = asked;
  const refusedTarget = refuseTarget(method, path);
  if (refusedTarget !== null) return refusedTarget;
  const isSafe = SAFE_METHODS.has(method);
  if (!isSafe && !isOwnOrigin(headers)) return foreignPost();
  const window = await takePage({ kind: isSafe ? "page" : "action", address, sessionCookie });
  if (!window.allowed) return tooMany(window.retryAfter);
  if (isSafe) return null;
  const body = await asked.readBody();
  // Next would fail on a form of that size without a helpful message.
  if (body === null) return plainResponse(413, TOO_MUCH_SENT);
  return (await hasReadableArguments(headers, body)) ? null : plainResponse(400, UNREADABLE);
}

function foreignPost(): PageRefusal {
  const text = `This request did not come from a page of this service, so it was refused. Open ${env().APP_URL} and try again. The operator can allow other addresses.`;
  const headers = { ...plainHeaders(), "content-type": "text/plain; charset=utf-8" };
  return { status: 403, headers, body: `${text}\n`, text };
}

const TOO_MUCH_SENT: PlainPage = {
  title: "Too much was sent",
  heading: "That was too much at once",
  text: `A form takes ${MAX_FORM_BYTES / 1024} KB, and this was more. Nothing was done. Go back, and send it in parts.`,
};

const UNREADABLE: PlainPage = {
  title: "Not understood",
  heading: "That could not be read",
  text: "It was not sent by a page of this service as it is now. Nothing was done. Load the page again.",
};

function tooMany(retryAfter: number): PageRefusal {
  const seconds = retryAfter === 1 ? "1 second" : `${retryAfter} seconds`;
  const page = {
    title: "Too many requests",
    heading: "Too many requests",
    text: `You, or somebody at your address, have asked for too many pages. Load this page again in ${seconds}.`,
  };
  return plainResponse(429, page, { "retry-after": String(retryAfter) });
}
