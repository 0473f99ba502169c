/** How many fields the owner, and so the token, will not see. Pure. */
import { type Scopes, VERBS } from "@/lib/model";
import type { EntityRights } from "@/lib/tokens/rights";

/** "none", or "3: 2 in Accounts, 1 in Deals", of the entities that the token reaches. */
export function hiddenFieldsOf(scopes: Scopes, rights: readonly EntityRights[]): string {
  const reached = rights.filter(({ entityKey, verbs }) => {
    if (scopes === null) return VERBS.some((verb) => verbs[verb].held);
    return scopes.some(({ entity }) => entity === entityKey);
  });
  const hiding = reached.filter(({ hiddenFieldCount }) => hiddenFieldCount > 0);
  if (hiding.length === 0) return "none";
  const total = hiding.reduce((sum, { hiddenFieldCount }) => sum + hiddenFieldCount, 0);
  return `${total}: ${hiding.map((entity) => `${entity.hiddenFieldCount} in ${entity.pluralLabel}`).join(", ")}`;
}
