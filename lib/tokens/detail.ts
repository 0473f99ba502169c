/** One token with everything that can be said of it now: its owner, what it may really do, and the other half of its rotation. */
import { type Access, compileAccess } from "../access/compile";
import { loadCurrentConfiguration } from "../configuration/load";
import { type Scopes, VERBS, type Verb } from "../model";
import { findTokenRow, type TokenRange } from "../store/token-rows";
import { type ListedToken, toListedToken } from "./manage";
import { countHiddenFields } from "./rights";

/** `granted` to the token, `held` by its owner today; `effective` is what the API allows, which is both. */
export type VerbAccess = { granted: boolean; held: boolean; effective: boolean; someRecords: boolean };

export type EntityEffect = {
  entityKey: string;
  /** The key, where today's configuration has no such entity to show. */
  label: string;
  pluralLabel: string;
  verbs: Record<Verb, VerbAccess>;
  /** Fields that the owner can read on no record. */
  hiddenFieldCount: number;
};

export type PairedToken = Pick<
  ListedToken,
  "id" | "hint" | "name" | "status" | "created" | "expires" | "lastUsed" | "lastUsedAddress"
>;

export type TokenDetail = {
  token: ListedToken;
  access: EntityEffect[];
  /** The token in whose place this one was made, and the one made in its place. */
  replaces: PairedToken | null;
  replacedBy: PairedToken | null;
};

/** null for a token out of range, as for one that does not exist. */
export async function findTokenDetail(
  { tokenId, range }: { tokenId: string; range: TokenRange },
  now = new Date(),
): Promise<TokenDetail | null> {
  const found = await findTokenRow({ tokenId, range });
  if (found === null) return null;
  const { token, owner } = found;
  const [configuration, replaces, replacedBy] = await Promise.all([
    loadCurrentConfiguration(owner.organizationId),
    findPaired(token.replaces, range, now),
    findPaired(token.replacedBy, range, now),
  ]);
  const held = compileAccess(configuration, owner, null);
  const effective = compileAccess(configuration, owner, token.scopes);
  const access = describeEffect({ scopes: token.scopes, held, effective });
  return { token: toListedToken(token, now), access, replaces, replacedBy };
}

type Effect = { scopes: Scopes; held: Access; effective: Access };

/** A token for everything is granted what its owner holds. By entity key. */
export function describeEffect({ scopes, held, effective }: Effect): EntityEffect[] {
  const granted =
    scopes ?? held.entities().map(({ entity }) => ({ entity: entity.key, verbs: heldVerbs(held, entity.key) }));
  const keys = [...new Set(granted.map(({ entity }) => entity))].sort();
  return keys.map((entityKey) => {
    const entity = held.entity(entityKey);
    const grantedVerbs = granted.filter((scope) => scope.entity === entityKey).flatMap(({ verbs }) => verbs);
    // The label of an entity that is out of the owner's reach by now is not for the owner to see.
    const { label, pluralLabel } = entity?.entity ?? { label: entityKey, pluralLabel: entityKey };
    const verbs = VERBS.map((verb) => {
      const access: VerbAccess = {
        granted: grantedVerbs.includes(verb),
        held: entity?.permissions[verb] ?? false,
        effective: effective.entity(entityKey)?.permissions[verb] ?? false,
        someRecords: entity?.permissions[verb] === true && entity.scopeOf(verb) !== "all",
      };
      return [verb, access] as const;
    });
    return {
      entityKey,
      label,
      pluralLabel,
      verbs: Object.fromEntries(verbs) as Record<Verb, VerbAccess>,
      hiddenFieldCount: entity === null ? 0 : countHiddenFields(entity),
    };
  });
}

function heldVerbs(held: Access, entityKey: string): Verb[] {
  return VERBS.filter((verb) => held.entity(entityKey)?.permissions[verb]);
}

async function findPaired(tokenId: string | null, range: TokenRange, now: Date): Promise<PairedToken | null> {
  if (tokenId === null) return null;
  const found = await findTokenRow({ tokenId, range });
  if (found === null) return null;
  const { id, hint, name, status, created, expires, lastUsed, lastUsedAddress } = toListedToken(found.token, now);
  return { id, hint, name, status, created, expires, lastUsed, lastUsedAddress };
}
