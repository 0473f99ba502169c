/**
 * Pages that cost next to nothing, for what Next is not asked: a heading, a sentence and a way on. No script, no file, and
 * one style, which the policy names by its hash.
 */
import { createHash } from "node:crypto";
import { env } from "../../env";
import { plainPageHeaders } from "./page-security";

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

type PlainPage = { title: string; heading: string; text: string };

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0 auto;max-width:28rem;padding:15vh 1.5rem 2rem}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .75rem}
a{color:inherit}`;

const PLAIN_STYLE_HASH = `sha256-${createHash("sha256").update(STYLE).digest("base64")}`;

/** The texts are ours: nothing of a request is among them. */
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
