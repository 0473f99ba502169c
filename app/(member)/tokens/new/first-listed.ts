/** An entity for the first call of a new token. Pure. */
import type { Scopes } from "@/lib/model";
import type { EntityRights } from "@/lib/tokens/rights";

/** The first that the token may list, in the order of the table; null where there is none. */
export function firstListed(
  scopes: Scopes,
  rights: readonly EntityRights[],
): { key: string; pluralLabel: string } | null {
  const listed = rights.find(({ entityKey, verbs }) => {
    if (!verbs.list.held) return false;
    return scopes === null || scopes.some(({ entity, verbs }) => entity === entityKey && verbs.includes("list"));
  });
  return listed === undefined ? null : { key: listed.entityKey, pluralLabel: listed.pluralLabel };
}
