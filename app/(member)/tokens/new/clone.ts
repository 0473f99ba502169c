import { formatVerbs } from "@/components/tokens/format-verbs";
import { draftOfLimits, pathOf } from "@/components/tokens/limits/limits-draft";
import type { Scopes, TokenLimits } from "@/lib/model";
import type { EntityPermissions } from "@/lib/tokens/permissions";
import { MAX_NAME_LENGTH } from "@/lib/tokens/policy";
import { effectiveVerbs } from "@/lib/tokens/scopes";
import { selectScopes } from "./access/access-selection";
import { type Draft, firstDraft } from "./draft";

/** `names`: those of the owner's working tokens. */
export function draftOfClone(
  token: { name: string; purpose: string; scopes: Scopes; limits: TokenLimits },
  permissions: readonly EntityPermissions[],
  names: readonly string[],
  expiry: string,
): Draft {
  const { name, purpose, scopes, limits } = token;
  const held = permissions.map((entity) => ({ entity: entity.entityKey, verbs: effectiveVerbs(scopes, entity) }));
  const kept = held.filter(({ verbs }) => verbs.length > 0);
  const readable = new Set(
    permissions.flatMap((entity) => entity.fields.map(({ key }) => pathOf(entity.entityKey, key))),
  );
  const draft = draftOfLimits(limits);
  return {
    ...firstDraft(permissions, expiry),
    name: nameOfCopy(name, names),
    purpose,
    preset: scopes === null ? "everything" : "custom",
    selection: selectScopes(scopes === null ? null : kept, permissions),
    limits: {
      ...draft,
      rows: limits.rows.map((limit) => ({ kind: "stored", limit, removable: true })),
      denied: new Set([...draft.denied].filter((path) => readable.has(path))),
    },
  };
}

/** "Sync copy", "Sync copy 2": the first name that is not in use. */
export function nameOfCopy(name: string, names: readonly string[]): string {
  const copy = withEnding(name.replace(/ copy(?: \d+)?$/, ""), " copy");
  return names.includes(copy) ? freeNameLike(copy, names) : copy;
}

/** "Sync 2": the next name that is not in use. */
export function freeNameLike(name: string, names: readonly string[]): string {
  const original = name.replace(/ \d+$/, "");
  for (let count = 2; ; count += 1) {
    const free = withEnding(original, ` ${count}`);
    if (!names.includes(free)) return free;
  }
}

function withEnding(name: string, ending: string): string {
  return `${[...name].slice(0, MAX_NAME_LENGTH - ending.length).join("")}${ending}`;
}

/** "update on deals": what the token was granted and its owner no longer has; empty if there is nothing. */
export function formatLost(scopes: Scopes, permissions: readonly EntityPermissions[]): string {
  const lost = (scopes ?? []).map(({ entity: entityKey, verbs }) => {
    const entity = permissions.find((each) => each.entityKey === entityKey);
    const held = entity === undefined ? [] : effectiveVerbs(scopes, entity);
    return { pluralLabel: entity?.pluralLabel ?? entityKey, verbs: verbs.filter((verb) => !held.includes(verb)) };
  });
  return formatVerbs(lost);
}
