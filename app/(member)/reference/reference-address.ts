/** The addresses of the API reference. They include whose permissions it shows: a token's id, never its secret. */
import { z } from "zod";
import { addressOf, type ListAddress, TEXT } from "@/lib/session/page-address";

export const REFERENCE = {
  path: "/reference",
  filters: { search: ["q", TEXT.default("")] },
  view: { tokenId: ["token", z.string().nullable().default(null)] },
} satisfies ListAddress;

/** The sections of the start page, in their order. `words`: synonyms for the search. */
export const START_SECTIONS = [
  { id: "entities", title: "Entities", words: "resources collections tables" },
  { id: "base-url", title: "Base URL", words: "address host openapi endpoint download postman" },
  { id: "authentication", title: "Authentication", words: "token bearer header authorization api key 401 cors" },
  { id: "errors", title: "Errors", words: "error codes status failures x-request-id" },
  { id: "rules", title: "Rules", words: "documentation" },
] as const;

/** The place of the OpenAPI document as a file. No entity has such a key. */
export const DOWNLOAD = "openapi.json";

type Place = { page?: string | undefined; anchor?: string | undefined; tokenId: string | null };

export function referenceAddress({ page, anchor, tokenId }: Place): string {
  const path = page === undefined ? REFERENCE.path : `${REFERENCE.path}/${encodeURIComponent(page)}`;
  return `${addressOf({ ...REFERENCE, path }, { tokenId })}${anchor ? `#${anchor}` : ""}`;
}

export function fieldAnchor(key: string): string {
  return `field-${key}`;
}
