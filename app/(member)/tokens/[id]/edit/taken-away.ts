import { formatVerbs } from "@/components/tokens/format-verbs";
import type { MarkKind } from "@/components/tokens/matrix/mark";
import { type Scopes, VERBS, type VerbWord } from "@/lib/model";
import { NAMED_ENTITIES } from "@/lib/tokens/named-entities";
import type { EntityEffect } from "@/lib/tokens/read/detail";

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

export type LosingEntity = EntityEffect & { lost: VerbWord[] };

export function losingEntities(access: readonly EntityEffect[], takenAway: ReadonlySet<string>): LosingEntity[] {
  return access
    .map((entity) => ({
      ...entity,
      lost: grantedVerbs(entity).filter((verb) => takenAway.has(`${entity.entityKey}:${verb}`)),
    }))
    .filter(({ lost }) => lost.length > 0);
}

/** "delete on Contacts; create, update on Deals"; only the first few of many entities. */
export function formatTakenAway(losing: readonly LosingEntity[]): string {
  const named = losing.length > NAMED_ENTITIES + 1 ? losing.slice(0, NAMED_ENTITIES) : losing;
  const words = formatVerbs(named.map(({ pluralLabel, lost }) => ({ pluralLabel, verbs: lost })));
  return losing.length === named.length ? words : `${words}; and more on ${losing.length - named.length} others`;
}

export function markOfLosing(entity: LosingEntity, verb: VerbWord): { kind: MarkKind; text: string } {
  if (entity.lost.includes(verb)) return { kind: "taken away", text: "Removed" };
  if (grantedVerbs(entity).includes(verb)) return { kind: "allowed", text: "Stays" };
  return { kind: "not granted", text: "Not granted" };
}

/** The four standard verbs in their order, then the further ones. */
function grantedVerbs({ verbs, further }: EntityEffect): VerbWord[] {
  return [...VERBS.filter((verb) => verbs[verb].granted), ...further.map(({ verb }) => verb)];
}
