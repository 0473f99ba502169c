/** A plain page as it is sent: status, headers and text. */
import { env } from "../env";
import { plainPageHeaders } from "./page-security";
import { PLAIN_STYLE_HASH, type PlainPage, toPlainPage } from "./plain-page";

export type PageRefusal = { status: 403 | 404 | 429 | 503; headers: Record<string, string>; body: string };

export function plainReply(status: PageRefusal["status"], page: PlainPage): PageRefusal {
  return {
    status,
    headers: { ...plainHeaders(), "content-type": "text/html; charset=utf-8" },
    body: toPlainPage(page),
  };
}

export function textReply(status: PageRefusal["status"], body: string): PageRefusal {
  return { status, headers: { ...plainHeaders(), "content-type": "text/plain; charset=utf-8" }, body };
}

/** Where no page is. */
export function unknownPage(): PageRefusal {
  return plainReply(404, {
    title: "Not found",
    heading: "There is no such page",
    text: "The address may be incomplete, or the page has moved.",
  });
}

/** In seconds. It starts in about that time; a build takes longer. */
const PAGES_WAIT = 5;

/** While the process that makes the pages starts. Browsers load the page again by themselves. */
export function pagesNotReady(): PageRefusal {
  const { status, headers, body } = plainReply(503, {
    title: "Not ready yet",
    heading: "The pages are not ready yet",
    text: `They are starting, or being built. This page loads itself again every ${PAGES_WAIT} seconds.`,
  });
  const wait = { "retry-after": String(PAGES_WAIT), refresh: String(PAGES_WAIT) };
  return { status, headers: { ...headers, ...wait }, body };
}

function plainHeaders(): Record<string, string> {
  return plainPageHeaders({ appUrl: env().APP_URL, styleHash: PLAIN_STYLE_HASH });
}
