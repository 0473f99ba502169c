/**
 * The verbs of an entity: the four, and further ones that its fields and transitions ask for (docs/configuration.md, Verbs,
 * grants and scopes). Pure.
 */
import { type Configuration, type Entity, VERBS, type Verb, type VerbWord } from "../model";
import type { EntityAccess } from "./compile";
import { isNone } from "./scope";

/** How configurations spell verbs and the keys of fields. Anything else that a caller sends as a verb is refused unread. */
export const WORD_PATTERN = /^[A-Za-z][A-Za-z0-9_]{0,62}$/;

export function isOfTheFour(verb: VerbWord): verb is Verb {
  return (VERBS as readonly VerbWord[]).includes(verb);
}

/** Each once: the four in their order, then the further ones by name. */
export function sortVerbs(verbs: Iterable<VerbWord>): VerbWord[] {
  const all = new Set(verbs);
  return [...VERBS.filter((verb) => all.has(verb)), ...[...all].filter((verb) => !isOfTheFour(verb)).sort()];
}

/** By name. */
export function furtherVerbsOf({ fields, lifecycle }: Entity): VerbWord[] {
  const asked = [
    ...[...fields.values()].flatMap(({ readVerb, writeVerb }) => [readVerb, writeVerb]),
    ...(lifecycle?.transitions ?? []).map(({ verb }) => verb),
  ];
  return sortVerbs(asked.filter((verb) => verb !== null)).filter((verb) => !isOfTheFour(verb));
}

/** The four, the further ones, and words that a role grants although nothing asks for them. */
export function knownVerbs({ roles }: Configuration, entity: Entity): VerbWord[] {
  const grants = [...roles.values()].flatMap((role) => role.grants).filter(({ entityKey }) => entityKey === entity.key);
  return sortVerbs([...VERBS, ...furtherVerbsOf(entity), ...grants.flatMap(({ verbs }) => verbs)]);
}

/** On some records at least. */
export function hasVerb(access: EntityAccess, verb: VerbWord): boolean {
  return !isNone(access.scopeOf(verb));
}

/** The held verbs, on some records at least: the four, then the further ones. */
export function heldVerbsOf(access: EntityAccess): VerbWord[] {
  return [...VERBS, ...furtherVerbsOf(access.entity)].filter((verb) => hasVerb(access, verb));
}
