/** The addresses of the API reference. They include whose permissions it shows: a token's id, never its secret. */
import { z } from "zod";
import { addressOf, type ListAddress, TEXT } from "@/lib/session/page-address";

export const REFERENCE = {
  path: "/reference",
  filters: { search: ["q", TEXT.default("")] },
  view: { tokenId: ["token", z.string().nullable().default(null)] },
} satisfies ListAddress;

type Place = { entityKey?: string | undefined; anchor?: string | undefined; tokenId: string | null };

export function referenceAddress({ entityKey, anchor, tokenId }: Place): string {
  const path = entityKey === undefined ? REFERENCE.path : `${REFERENCE.path}/${encodeURIComponent(entityKey)}`;
  return `${addressOf({ ...REFERENCE, path }, { tokenId })}${anchor ? `#${anchor}` : ""}`;
}
