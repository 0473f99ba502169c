/** The addresses of the API reference. They include whose permissions it shows: a token's id, never its secret. Pure. */

type Place = { entityKey?: string | undefined; anchor?: string | undefined; tokenId: string | null };

export function referenceAddress({ entityKey, anchor, tokenId }: Place): string {
  const path = entityKey === undefined ? "/reference" : `/reference/${encodeURIComponent(entityKey)}`;
  return `${path}${tokenId === null ? "" : `?token=${tokenId}`}${anchor ? `#${anchor}` : ""}`;
}
