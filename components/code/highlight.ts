/** Splits code into pieces by color. It does not parse: syntax that it does not know is not highlighted. */
import type { Language } from "@/lib/public-api/reference/snippets";

export type CodeLanguage = Language | "json" | "http";
export type PieceKind = "comment" | "string" | "keyword" | "name" | "number" | "option";
export type Piece = { kind: PieceKind | null; text: string };

const DOUBLE_QUOTED = /"(?:[^"\\]|\\[\s\S])*"/.source;
const SINGLE_QUOTED = /'(?:[^'\\]|\\[\s\S])*'/.source;
const NUMBER = /(?<![\w.$])-?\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?\b/.source;

const words = (list: string) => `\\b(?:${list.replaceAll(" ", "|")})\\b`;

/** In the order in which they are tried at each position. */
const RULES: Record<CodeLanguage, [kind: PieceKind, pattern: string][]> = {
  curl: [
    ["comment", /(?<=^|\s)#.*/.source],
    ["string", `${DOUBLE_QUOTED}|'[^']*'`],
    ["name", /\$\w+|\$\{[^}]*\}/.source],
    ["keyword", /(?<=^|\n|\$\(|\| )(?:curl|export|npm|npx|node)\b/.source],
    ["option", /(?<=\s)--?[A-Za-z][\w-]*/.source],
  ],
  javascript: [
    ["comment", /\/\/.*|\/\*[\s\S]*?\*\//.source],
    ["string", `${DOUBLE_QUOTED}|${SINGLE_QUOTED}|\`(?:[^\`\\\\]|\\\\[\\s\\S])*\``],
    [
      "keyword",
      words(
        "import from export const let function return async await new if else for of in while break continue throw try catch typeof true false null undefined",
      ),
    ],
    ["number", NUMBER],
  ],
  python: [
    ["comment", /#.*/.source],
    ["string", `\\b[fbr]?(?:${DOUBLE_QUOTED}|${SINGLE_QUOTED})|${DOUBLE_QUOTED}|${SINGLE_QUOTED}`],
    [
      "keyword",
      words(
        "import from as def return if elif else for in while not and or raise with try except is break continue lambda True False None",
      ),
    ],
    ["number", NUMBER],
  ],
  json: [
    ["name", `${DOUBLE_QUOTED}(?=\\s*:)`],
    ["string", DOUBLE_QUOTED],
    ["keyword", words("true false null")],
    ["number", NUMBER],
  ],
  http: [
    ["comment", /^#.*/.source],
    ["keyword", /^(?:GET|POST|PATCH|DELETE|QUERY)\b|^HTTP\/[\d.]+ \d+/.source],
    ["name", /^[\w-]+(?=:)/.source],
  ],
};

export function highlight(code: string, language: CodeLanguage): Piece[] {
  const rules = RULES[language];
  const pattern = new RegExp(rules.map(([, each]) => `(${each})`).join("|"), "gm");
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of code.matchAll(pattern)) {
    if (match.index > end) pieces.push({ kind: null, text: code.slice(end, match.index) });
    const rule = match.slice(1).findIndex((group) => group !== undefined);
    pieces.push({ kind: rules[rule]?.[0] ?? null, text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < code.length) pieces.push({ kind: null, text: code.slice(end) });
  return pieces;
}

/** Splits a long line where it may break: after parts of a URL, rather than within a word. */
export function breakable(text: string): string[] {
  return text.split(/(?<=[^/\s]\/)(?=[\w:{$])|(?=[?&]\w)/);
}
