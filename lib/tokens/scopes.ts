/** Parses scopes as typed, such as `deals:list,update,approve`, and compares them with the owner's permissions. */
import type { Access } from "../access/compile";
import { hasVerb, heldVerbsOf, isOfTheFour, knownVerbs, sortVerbs, WORD_PATTERN } from "../access/verbs";
import { type Configuration, type Scopes, VERBS, type VerbWord } from "../model";
import type { EntityPermissions, VerbPermission } from "./permissions";

export type Scope = NonNullable<Scopes>[number];

/** Throws an Error that shows the form of a scope. Does not check that the entity and the verbs exist. */
export function parseScope(text: string): Scope {
  const [entity, list, ...rest] = text.split(":");
  const verbs = [...new Set((list ?? "").split(","))];
  if (!entity || rest.length > 0 || !verbs.every((verb) => WORD_PATTERN.test(verb))) {
    throw new Error(`"${text}" is not a scope: write entity:verb,verb, such as deals:list,update,approve.`);
  }
  return { entity, verbs };
}

/** One sentence with the existing verbs, for operators, who know the configuration. Skips unknown entities. */
export function findUnknownVerbs(scopes: Scopes, configuration: Configuration): string[] {
  return (scopes ?? []).flatMap(({ entity: key, verbs }) => {
    const entity = configuration.entities.get(key);
    if (entity === undefined) return [];
    const known = knownVerbs(configuration, entity);
    const unknown = verbs.filter((verb) => !known.includes(verb));
    return unknown.length === 0 ? [] : [`"${key}" has no verb ${unknown.join(", ")}: there are ${known.join(", ")}`];
  });
}

export function formatScopes(scopes: Scopes): string {
  if (scopes === null) return "everything";
  return scopes.map(({ entity, verbs }) => `${entity}:${verbs.join(",")}`).join(" ");
}

/** null means all. */
export function scopedVerbs(scopes: Scopes, entityKey: string | null): VerbWord[] | null {
  return scopes === null ? null : (scopes.find(({ entity }) => entity === entityKey)?.verbs ?? []);
}

/** One entry for each entity, in a fixed order. */
export function normalizeScopes(scopes: Scopes): Scopes {
  if (scopes === null) return null;
  const entities = [...new Set(scopes.map((scope) => scope.entity))].sort();
  return entities.map((entity) => ({
    entity,
    verbs: sortVerbs(scopes.filter((scope) => scope.entity === entity).flatMap(({ verbs }) => verbs)),
  }));
}

/** A token for everything is granted what its owner has now. */
export function grantedScopes(scopes: Scopes, owner: Access): NonNullable<Scopes> {
  return scopes ?? owner.entities().map((access) => ({ entity: access.entity.key, verbs: heldVerbsOf(access) }));
}

/** One sentence for each scope. Unknown, unexposed and inaccessible entities get the same, so that owners cannot probe. */
export function findExcess(scopes: Scopes, owner: Access): string[] {
  return (scopes ?? []).flatMap(({ entity, verbs }) => {
    const access = owner.entity(entity);
    const excess = verbs.filter((verb) => access === null || !hasVerb(access, verb));
    return excess.length === 0 ? [] : [`the owner does not have ${excess.join(", ")} on "${entity}"`];
  });
}

/** One sentence for each permission that they would add. */
export function findWidening(has: NonNullable<Scopes>, scopes: NonNullable<Scopes>): string[] {
  return scopes.flatMap(({ entity, verbs }) => {
    const held = has.filter((scope) => scope.entity === entity).flatMap((scope) => scope.verbs);
    const added = verbs.filter((verb) => !held.includes(verb));
    if (added.length === 0) return [];
    return [`a token cannot be given more: ${added.join(", ")} on "${entity}" takes a new token`];
  });
}

/** undefined if the owner must not learn of the verb. */
export function permissionFor({ verbs, further }: EntityPermissions, verb: VerbWord): VerbPermission | undefined {
  return isOfTheFour(verb) ? verbs[verb] : further.find((each) => each.verb === verb)?.permission;
}

/** The standard four in their order, then the others by name. */
export function heldVerbs(entity: EntityPermissions): VerbWord[] {
  const { verbs, further } = entity;
  return [
    ...VERBS.filter((verb) => verbs[verb].held),
    ...further.filter(({ permission }) => permission.held).map(({ verb }) => verb),
  ];
}

export function effectiveVerbs(scopes: Scopes, entity: EntityPermissions): VerbWord[] {
  const held = heldVerbs(entity);
  if (scopes === null) return held;
  return held.filter((verb) => scopes.some((scope) => scope.entity === entity.entityKey && scope.verbs.includes(verb)));
}
