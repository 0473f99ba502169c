/** What a new token will list, and how many fields it will not see. Pure. */
import { isOfTheFour } from "@/lib/access/verbs";
import type { Scopes } from "@/lib/model";
import type { EntityPermissions } from "@/lib/tokens/permissions";
import { effectiveVerbs } from "@/lib/tokens/scopes";

/** In the order of the table. */
export function listedEntities(scopes: Scopes, permissions: readonly EntityPermissions[]): EntityPermissions[] {
  return permissions.filter(({ entityKey, verbs }) => {
    if (!verbs.list.held) return false;
    return scopes === null || scopes.some(({ entity, verbs }) => entity === entityKey && verbs.includes("list"));
  });
}

/** "none", or "3: 2 in Accounts, 1 in Deals", of the entities that the token reaches. */
export function hiddenFieldsOf(scopes: Scopes, permissions: readonly EntityPermissions[]): string {
  const reached = permissions
    .map((entity) => ({ entity, verbs: effectiveVerbs(scopes, entity) }))
    .filter(({ verbs }) => verbs.some(isOfTheFour));
  const hiding = reached
    .map(({ entity, verbs }) => {
      const unticked = entity.fieldsToRead.filter(({ verb }) => !verbs.includes(verb));
      return { label: entity.pluralLabel, unticked, count: entity.hiddenFieldCount + countOf(unticked) };
    })
    .filter(({ count }) => count > 0);
  if (hiding.length === 0) return "none";
  const places = hiding.map(({ count, label }) => `${count} in ${label}`).join(", ");
  return `${countOf(hiding)}: ${places}${untickedInWords(hiding.flatMap(({ unticked }) => unticked))}`;
}

/** ". 2 of them because readBank is not ticked". */
function untickedInWords(unticked: EntityPermissions["fieldsToRead"]): string {
  if (unticked.length === 0) return "";
  const verbs = [...new Set(unticked.map(({ verb }) => verb))];
  return `. ${countOf(unticked)} of them because ${verbs.join(", ")} ${verbs.length === 1 ? "is" : "are"} not ticked`;
}

function countOf(counted: readonly { count: number }[]): number {
  return counted.reduce((sum, { count }) => sum + count, 0);
}
