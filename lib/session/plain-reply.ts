/** A plain page as it is sent: status, headers and text. */
import { env } from "../env";
import { plainPageHeaders } from "./page-security";
import { PLAIN_STYLE_HASH, type PlainPage, toPlainPage } from "./plain-page";

export type PageRefusal = { status: 403 | 404 | 429; headers: Record<string, string>; body: string };

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

function plainHeaders(): Record<string, string> {
  return plainPageHeaders({ appUrl: env().APP_URL, styleHash: PLAIN_STYLE_HASH });
}
