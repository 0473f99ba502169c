/**
 * Pages that cost next to nothing, for what Next is not asked: a heading, a sentence and a way on. No script, no file, and
 * one style, which the policy names by its hash.
 */
import { createHash } from "node:crypto";

export type PlainPage = { title: string; heading: string; text: string };

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0 auto;max-width:28rem;padding:15vh 1.5rem 2rem}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .75rem}
a{color:inherit}`;

export const PLAIN_STYLE_HASH = `sha256-${createHash("sha256").update(STYLE).digest("base64")}`;

/** The texts are ours: nothing of a request is among them. */
export function toPlainPage({ title, heading, text }: PlainPage): string {
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
