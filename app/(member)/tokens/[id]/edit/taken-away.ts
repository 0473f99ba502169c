/** What of a token's access is to be taken away, and what is left. Pure. */
import { type Scopes, VERBS, type Verb } from "@/lib/model";
import type { EntityEffect } from "@/lib/tokens/detail";

export type Right = `${string}:${Verb}`;

export function grantedRights(access: readonly EntityEffect[]): Right[] {
  return access.flatMap(({ entityKey, verbs }) =>
    VERBS.filter((verb) => verbs[verb].granted).map((verb): Right => `${entityKey}:${verb}`),
  );
}

/** The scopes without the rights that are taken away. */
export function remainingScopes(access: readonly EntityEffect[], takenAway: ReadonlySet<string>): NonNullable<Scopes> {
  return access
    .map(({ entityKey, verbs }) => ({
      entity: entityKey,
      verbs: VERBS.filter((verb) => verbs[verb].granted && !takenAway.has(`${entityKey}:${verb}`)),
    }))
    .filter(({ verbs }) => verbs.length > 0);
}

/** "delete on Contacts; create, update on Deals". */
export function takenAwayInWords(access: readonly EntityEffect[], takenAway: ReadonlySet<string>): string {
  return access
    .map(({ entityKey, pluralLabel, verbs }) => ({
      pluralLabel,
      lost: VERBS.filter((verb) => verbs[verb].granted && takenAway.has(`${entityKey}:${verb}`)),
    }))
    .filter(({ lost }) => lost.length > 0)
    .map(({ pluralLabel, lost }) => `${lost.join(", ")} on ${pluralLabel}`)
    .join("; ");
}
