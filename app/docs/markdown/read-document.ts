import { readFileSync } from "node:fs";
import path from "node:path";
import { lexer, type Token, walkTokens } from "marked";
import type { Section } from "@/components/reading/contents";
import { DOCUMENTS, type PublishedDocument } from "../documents";

export type ReadDocument = {
  tokens: Token[];
  sections: Section[];
  /** Anchors of headings, and labels of code. */
  names: ReadonlyMap<Token, string>;
};

const read = new Map<string, ReadDocument>();

/** Cached, because the files do not change while a service runs. */
export function readDocument({ file }: PublishedDocument): ReadDocument {
  const known = read.get(file);
  if (known !== undefined) return known;
  const document = parseDocument(readMarkdown(file));
  read.set(file, document);
  return document;
}

/** The folders are literal, so that the build can trace which files it needs. */
export function readMarkdown(file: string): string {
  const [folder, ...rest] = file.split("/");
  if (folder === "packages") return readFileSync(path.join(process.cwd(), "packages", "client", "README.md"), "utf8");
  return readFileSync(path.join(process.cwd(), "docs", ...rest), "utf8");
}

export function parseDocument(markdown: string): ReadDocument {
  const tokens = lexer(markdown);
  const names = new Map<Token, string>();
  const taken = new Map<string, number>();
  const sections: Section[] = [];
  let heading = "";
  let examples = 0;
  walkTokens(tokens, (token) => {
    if (token.type === "heading") {
      heading = plainText(token);
      const id = anchorOf(heading, taken);
      names.set(token, id);
      if (token.depth === 2) sections.push({ id, title: heading });
    } else if (token.type === "code") {
      examples += 1;
      names.set(token, `${heading}, example ${examples}`);
    }
  });
  return { tokens, sections, names };
}

export function plainText(token: Token): string {
  const parts = "tokens" in token ? token.tokens : undefined;
  if (parts !== undefined) return parts.map(plainText).join("");
  return "text" in token && typeof token.text === "string" ? token.text : "";
}

/** Makes the same anchors as GitHub, so that a link works in both places. */
function anchorOf(heading: string, taken: Map<string, number>): string {
  const id = heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
  const count = taken.get(id) ?? 0;
  taken.set(id, count + 1);
  return count === 0 ? id : `${id}-${count}`;
}

/** Files that the service publishes under another address. */
const FILES: Record<string, string> = { "docs/openapi.json": "/openapi.json" };

/** The address of the demo, for which the documents are written. */
export const EXAMPLE_ORIGIN = "http://localhost:3000";

/** null: the target is not published. `file`: that of the document. */
export function linkedAddress(href: string, file: string): string | null {
  if (href.startsWith(`${EXAMPLE_ORIGIN}/`)) return href.slice(EXAMPLE_ORIGIN.length);
  if (/^https?:\/\//.test(href) || href.startsWith("#")) return href;
  const [target = "", anchor] = href.split("#");
  const linked = path.posix.join(path.posix.dirname(file), target);
  const page = DOCUMENTS.find((document) => document.file === linked)?.path ?? FILES[linked];
  if (page === undefined) return null;
  return anchor === undefined ? page : `${page}#${anchor}`;
}
