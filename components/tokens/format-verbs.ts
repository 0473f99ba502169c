/** "delete on Contacts; create, update on Deals". Entities without verbs are left out. */
import type { VerbWord } from "@/lib/model";

export function formatVerbs(entities: readonly { pluralLabel: string; verbs: readonly VerbWord[] }[]): string {
  return entities
    .filter(({ verbs }) => verbs.length > 0)
    .map(({ pluralLabel, verbs }) => `${verbs.join(", ")} on ${pluralLabel}`)
    .join("; ");
}
