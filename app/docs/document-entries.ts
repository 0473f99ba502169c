import type { Token } from "marked";
import type { SearchEntry } from "@/lib/ranked-search";
import { DOCUMENTS, type PublishedDocument, TOPICS } from "./documents";
import { plainText, readDocument } from "./markdown/read-document";

let entries: SearchEntry[] | undefined;

/** The same for every reader, so it is cached. */
export function documentEntries(): SearchEntry[] {
  entries ??= [
    ...TOPICS.map(({ href, title, words }) => ({ title, detail: "Documentation", href, words })),
    ...DOCUMENTS.map(({ path, title, summary }) => ({ title, detail: summary, href: path })),
    ...DOCUMENTS.flatMap(chaptersOf),
  ];
  return entries;
}

function chaptersOf(document: PublishedDocument): SearchEntry[] {
  const { tokens, names } = readDocument(document);
  const chapters: (SearchEntry & { text: string })[] = [];
  for (const token of tokens) {
    if (token.type === "heading" && token.depth > 1) {
      const href = `${document.path}#${names.get(token)}`;
      chapters.push({ title: plainText(token), detail: document.title, href, text: "" });
    } else {
      const chapter = chapters.at(-1);
      if (chapter !== undefined) chapter.text += ` ${wordsOf(token)}`;
    }
  }
  return chapters;
}

function wordsOf(token: Token): string {
  return token.type === "space" ? "" : token.raw;
}
