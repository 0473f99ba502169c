/** The verbs of an entity: the four, and those that its fields and transitions require (docs/configuration.md). */
import { type Configuration, type Entity, VERBS, type Verb, type VerbWord } from "../model";
import type { EntityAccess } from "./compile";
import { isNone } from "./scope";

/** The spelling of verbs and field keys. A verb in any other form is refused without a lookup. */
export const WORD_PATTERN = /^[A-Za-z][A-Za-z0-9_]{0,62}$/;

export function isOfTheFour(verb: VerbWord): verb is Verb {
  return (VERBS as readonly VerbWord[]).includes(verb);
}

/** Removes duplicates. The four come first, in their fixed order, then the others by name. */
export function sortVerbs(verbs: Iterable<VerbWord>): VerbWord[] {
  const all = new Set(verbs);
  return [...VERBS.filter((verb) => all.has(verb)), ...[...all].filter((verb) => !isOfTheFour(verb)).sort()];
}

/** The verbs beyond the four that fields and transitions require, sorted by name. */
export function furtherVerbsOf({ fields, lifecycle }: Entity): VerbWord[] {
  const asked = [
    ...[...fields.values()].flatMap(({ readVerb, writeVerb }) => [readVerb, writeVerb]),
    ...(lifecycle?.transitions ?? []).map(({ verb }) => verb),
  ];
  return sortVerbs(asked.filter((verb) => verb !== null)).filter((verb) => !isOfTheFour(verb));
}

/** The four, the others that the entity requires, and words that a role grants although nothing requires them. */
export function knownVerbs({ roles }: Configuration, entity: Entity): VerbWord[] {
  const grants = [...roles.values()].flatMap((role) => role.grants).filter(({ entityKey }) => entityKey === entity.key);
  return sortVerbs([...VERBS, ...furtherVerbsOf(entity), ...grants.flatMap(({ verbs }) => verbs)]);
}

/** True if the caller has the verb on at least some records. */
export function hasVerb(access: EntityAccess, verb: VerbWord): boolean {
  return !isNone(access.scopeOf(verb));
}

export function heldVerbsOf(access: EntityAccess): VerbWord[] {
  return [...VERBS, ...furtherVerbsOf(access.entity)].filter((verb) => hasVerb(access, verb));
}
