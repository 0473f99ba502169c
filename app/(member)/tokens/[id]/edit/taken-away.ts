/** What of a token's access is to be taken away, and what is left. Pure. */
import { type Scopes, VERBS, type VerbWord } from "@/lib/model";
import type { EntityEffect } from "@/lib/tokens/detail";

export type Permission = `${string}:${VerbWord}`;

export function grantedPermissions(access: readonly EntityEffect[]): Permission[] {
  return access.flatMap((entity) => grantedVerbs(entity).map((verb): Permission => `${entity.entityKey}:${verb}`));
}

export function remainingScopes(access: readonly EntityEffect[], takenAway: ReadonlySet<string>): NonNullable<Scopes> {
  return access
    .map((entity) => ({
      entity: entity.entityKey,
      verbs: grantedVerbs(entity).filter((verb) => !takenAway.has(`${entity.entityKey}:${verb}`)),
    }))
    .filter(({ verbs }) => verbs.length > 0);
}

/** "delete on Contacts; create, update on Deals". */
export function takenAwayInWords(access: readonly EntityEffect[], takenAway: ReadonlySet<string>): string {
  return access
    .map((entity) => ({
      pluralLabel: entity.pluralLabel,
      lost: grantedVerbs(entity).filter((verb) => takenAway.has(`${entity.entityKey}:${verb}`)),
    }))
    .filter(({ lost }) => lost.length > 0)
    .map(({ pluralLabel, lost }) => `${lost.join(", ")} on ${pluralLabel}`)
    .join("; ");
}

/** The four in their order, then the further ones. */
function grantedVerbs({ verbs, further }: EntityEffect): VerbWord[] {
  return [...VERBS.filter((verb) => verbs[verb].granted), ...further.map(({ verb }) => verb)];
}
