/** A token's scopes as people write them: `deals:list,create`. Parses them, and holds them against what the owner may do. Pure. */
import type { Access } from "../access/compile";
import { type Scopes, VERBS, type Verb } from "../model";

/** One entity and some of its four verbs. */
export type Scope = NonNullable<Scopes>[number];

/** Throws an Error that says what a scope looks like. */
export function parseScope(text: string): Scope {
  const [entity, list, ...rest] = text.split(":");
  const verbs = [...new Set((list ?? "").split(","))];
  if (!entity || rest.length > 0 || !verbs.every(isVerb)) {
    throw new Error(`"${text}" is not a scope: write entity:verb,verb with verbs of ${VERBS.join(", ")}.`);
  }
  return { entity, verbs };
}

export function formatScopes(scopes: Scopes): string {
  if (scopes === null) return "everything";
  return scopes.map(({ entity, verbs }) => `${entity}:${verbs.join(",")}`).join(" ");
}

/** The verbs that a token of these scopes includes on one entity; null: all. */
export function scopedVerbs(scopes: Scopes, entityKey: string | null): Verb[] | null {
  return scopes === null ? null : (scopes.find(({ entity }) => entity === entityKey)?.verbs ?? []);
}

/** One entry for each entity, in a fixed order: what is asked for twice is asked for once. */
export function normalizeScopes(scopes: Scopes): Scopes {
  if (scopes === null) return null;
  const entities = [...new Set(scopes.map((scope) => scope.entity))].sort();
  return entities.map((entity) => ({
    entity,
    verbs: VERBS.filter((verb) => scopes.some((scope) => scope.entity === entity && scope.verbs.includes(verb))),
  }));
}

/**
 * What of the scopes the owner does not hold, one sentence each. An entity that is unknown, not exposed or out of the
 * owner's reach gets one and the same: an owner cannot find out entities this way.
 */
export function findExcess(scopes: Scopes, owner: Access): string[] {
  return (scopes ?? []).flatMap(({ entity, verbs }) => {
    const permissions = owner.entity(entity)?.permissions;
    const excess = verbs.filter((verb) => !permissions?.[verb]);
    return excess.length === 0 ? [] : [`the owner does not hold ${excess.join(", ")} on "${entity}"`];
  });
}

/** What of the scopes goes beyond those that a token has, one sentence each. */
export function findWidening(has: NonNullable<Scopes>, scopes: NonNullable<Scopes>): string[] {
  return scopes.flatMap(({ entity, verbs }) => {
    const held = has.filter((scope) => scope.entity === entity).flatMap((scope) => scope.verbs);
    const added = verbs.filter((verb) => !held.includes(verb));
    if (added.length === 0) return [];
    return [`a token cannot be given more: ${added.join(", ")} on "${entity}" takes a new token`];
  });
}

/** In a few words, for lists: "3 entities · read and write". */
export function summarizeScopes(scopes: Scopes): string {
  if (scopes === null) return "Everything";
  const reads = scopes.some(({ verbs }) => verbs.includes("list"));
  const writes = scopes.some(({ verbs }) => verbs.some((verb) => verb !== "list"));
  const kind = reads && writes ? "read and write" : reads ? "read only" : "write only";
  return `${scopes.length === 1 ? "1 entity" : `${scopes.length} entities`} · ${kind}`;
}

function isVerb(text: string): text is Verb {
  return (VERBS as readonly string[]).includes(text);
}
