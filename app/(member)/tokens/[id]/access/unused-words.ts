/** Unused rights in words, and where they can be taken away. Pure. */
import type { UnusedRight } from "@/lib/explanation/unused-permissions";

/** "delete on Contacts; create, update on Deals". */
export function unusedInWords(unused: readonly UnusedRight[]): string {
  const entities = new Map<string, { pluralLabel: string; verbs: string[] }>();
  for (const { entityKey, pluralLabel, verb } of unused) {
    const entity = entities.get(entityKey) ?? { pluralLabel, verbs: [] };
    entity.verbs.push(verb);
    entities.set(entityKey, entity);
  }
  return [...entities.values()].map(({ pluralLabel, verbs }) => `${verbs.join(", ")} on ${pluralLabel}`).join("; ");
}

/** The page that edits the token, with these rights unticked. */
export function narrowingHref(tokenId: string, unused: readonly UnusedRight[]): string {
  const query = new URLSearchParams(unused.map(({ entityKey, verb }) => ["remove", `${entityKey}:${verb}`]));
  return `/tokens/${tokenId}/edit?${query}`;
}
