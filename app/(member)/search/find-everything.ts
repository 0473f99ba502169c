/** Searches tokens, the reference, and the documentation, as far as the member can see them. */
import type { RankedByKind } from "@/components/search/found";
import { findNear } from "@/components/search/near";
import type { Access } from "@/lib/access/compile";
import type { Member } from "@/lib/model";
import { rankEntries, type SearchEntry } from "@/lib/ranked-search";
import { listTokensOf } from "@/lib/tokens/read/listing";
import { watchedTokens } from "@/lib/tokens/read/visibility";
import { DOCUMENTS, type PublishedDocument, TOPICS } from "../../docs/documents";
import { plainText, readDocument } from "../../docs/markdown/read-document";
import { referenceAddress, START_SECTIONS } from "../reference/reference-address";
import { type AddressOf, endpointEntries, entityEntries, errorEntries, fieldEntries } from "./reference-entries";

/** `access`: whose permissions the reference is for, with the id of their token, if it is one. */
type Asked = { text: string; access: Access; tokenId: string | null };

export function findInReference({ text, access, tokenId }: Asked): RankedByKind {
  const addressOf: AddressOf = (page, anchor) => referenceAddress({ page, anchor, tokenId });
  const sections = START_SECTIONS.map(({ id, title, words }): SearchEntry => {
    return { title, detail: "API reference", href: referenceAddress({ anchor: id, tokenId }), words };
  });
  const kinds = {
    entity: entityEntries(access, addressOf),
    endpoint: endpointEntries(access, text, addressOf),
    document: [...sections, ...documentEntries()],
    error: errorEntries(),
    field: fieldEntries(access, addressOf),
  };
  const findBy = (find: typeof rankEntries): RankedByKind =>
    Object.fromEntries(Object.entries(kinds).map(([kind, entries]) => [kind, find<SearchEntry>(entries, text)]));
  const found = findBy(rankEntries);
  return Object.values(found).some(({ length }) => length > 0) ? found : findBy(findNear);
}

/** Tokens that the list finds for the text; without a text, the most recently used ones. */
export async function findTokens(text: string, member: Member): Promise<SearchEntry[]> {
  const order = text === "" ? "used" : "created";
  const { groups } = await listTokensOf(await watchedTokens(member), { text, order });
  return groups.map(([{ id, name, hint }]) => ({ title: name, detail: hint, href: `/tokens/${id}` }));
}

let entries: SearchEntry[] | undefined;

/** The same for every reader, so it is cached. */
function documentEntries(): SearchEntry[] {
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
      if (chapter !== undefined) chapter.text += ` ${token.raw}`;
    }
  }
  return chapters;
}
