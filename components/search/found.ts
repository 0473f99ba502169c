/** Search results, grouped by kind, as the server sends them to the pages. */
import type { Ranked, SearchEntry } from "@/lib/ranked-search";

/** The order of groups with the same rank. */
const KINDS = {
  portal: "Pages and actions",
  token: "Tokens",
  entity: "Entities",
  endpoint: "Endpoints",
  document: "Documentation",
  error: "Error codes",
  field: "Fields",
} as const;

type FoundKind = keyof typeof KINDS;
export type FoundEntry = { title: string; detail: string; href: string; below?: { title: string; href: string }[] };

/** `more`: how many results of this kind are not among the entries. */
export type FoundGroup = { title: string; entries: FoundEntry[]; more: number };

export type RankedByKind = Partial<Record<FoundKind, Ranked<SearchEntry & FoundEntry>[]>>;

/** The group with the best entry comes first. No address appears twice in a group. */
export function toGroups(ranked: RankedByKind, limit: number): FoundGroup[] {
  return (Object.keys(KINDS) as FoundKind[])
    .map((kind) => ({ title: KINDS[kind], found: withoutRepeats(ranked[kind] ?? []) }))
    .filter(({ found }) => found.length > 0)
    .sort((a, b) => (a.found[0]?.rank ?? 0) - (b.found[0]?.rank ?? 0))
    .map(({ title, found }) => ({
      title,
      entries: found.slice(0, limit).map(({ entry }) => toFound(entry)),
      more: Math.max(0, found.length - limit),
    }));
}

function withoutRepeats<Entry extends SearchEntry>(ranked: Ranked<Entry>[]): Ranked<Entry>[] {
  const known = new Set<string>();
  return ranked.filter(({ entry: { href } }) => !known.has(href) && known.add(href));
}

/** Omits the words that are only searched. */
function toFound({ title, detail, href, below }: FoundEntry): FoundEntry {
  return below === undefined ? { title, detail, href } : { title, detail, href, below };
}
