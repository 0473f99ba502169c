/** Indents JSON without parsing it: numbers stay as written, and a truncated text is shown as far as it goes. */

const STEP = "  ";
/** Matches a string, a punctuation mark, or everything up to the next one. */
const TOKEN = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s"{}[\],:]+/g;

export function indentJson(text: string): string {
  let shown = "";
  let depth = 0;
  let last = "";
  const newLine = () => `\n${STEP.repeat(depth)}`;
  for (const [token] of text.matchAll(TOKEN)) {
    const closes = token === "}" || token === "]";
    const opened = last === "{" || last === "[";
    if (closes) depth = Math.max(0, depth - 1);
    if (closes ? !opened : opened || last === ",") shown += newLine();
    shown += token === ":" ? ": " : visible(token);
    if (token === "{" || token === "[") depth += 1;
    last = token;
  }
  return shown;
}

/** Invisible characters, and those that change the direction of text. Escaped, the text is the same JSON. */
const HIDDEN = /[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

export function visible(text: string): string {
  return text.replace(HIDDEN, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
