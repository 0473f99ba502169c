/** Which entities a new token may list: for its first call, and for trying it out. Pure. */
import type { Scopes } from "@/lib/model";
import type { EntityRights } from "@/lib/tokens/permissions";

/** In the order of the table. */
export function listedEntities(scopes: Scopes, rights: readonly EntityRights[]): EntityRights[] {
  return rights.filter(({ entityKey, verbs }) => {
    if (!verbs.list.held) return false;
    return scopes === null || scopes.some(({ entity, verbs }) => entity === entityKey && verbs.includes("list"));
  });
}
