/** One token with its effective permissions now, and the other tokens of its rotations. */
import { type Access, compileAccess, type EntityAccess } from "../../access/compile";
import { hasVerb, isOfTheFour, sortVerbs } from "../../access/verbs";
import { loadCurrentConfiguration } from "../../configuration/load";
import { type Scopes, type TokenLimits, VERBS, type Verb, type VerbWord } from "../../model";
import { env } from "../../process/env";
import { deniedFieldsOf } from "../limits";
import { countHiddenFields, type LimitingField, limitingFields } from "../permissions";
import { grantedScopes } from "../scopes";
import { findVisibleToken, type VisibleToken } from "./visibility";

/** `granted` to the token; `held` by its owner today; `effective` if both, which is what the API allows. */
export type VerbAccess = { granted: boolean; held: boolean; effective: boolean; someRecords: boolean };

export type EntityEffect = {
  entityKey: string;
  /** The key if the current configuration has no such entity. */
  label: string;
  pluralLabel: string;
  verbs: Record<Verb, VerbAccess>;
  further: (VerbAccess & { verb: VerbWord })[];
  /** Fields that the owner can read today, and fields denied to the token. */
  fields: FieldEffect[];
  /** The fields by which the owner can limit the rows of a token today. */
  limiting: LimitingField[];
  /** Fields that the token cannot read on any record. */
  hiddenFieldCount: number;
};

/** `denied`: by the token's limits. `label` is the key if the owner can no longer read the field. */
export type FieldEffect = { key: string; label: string; denied: boolean; readable: boolean };

export type TokenDetail = VisibleToken & {
  access: EntityEffect[];
  /** The tokens before and after this one in its rotations. */
  replaces: VisibleToken | null;
  replacedBy: VisibleToken | null;
};

export async function describeToken(visible: VisibleToken, now = new Date()): Promise<TokenDetail> {
  const { token, owner, viewer } = visible;
  const findOther = async (id: string | null) => (id === null ? null : findVisibleToken(id, viewer, now));
  const configuration = await loadCurrentConfiguration(owner.organizationId);
  const replaces = await findOther(token.replaces);
  const replacedBy = await findOther(token.replacedBy);
  const held = compileAccess(configuration, owner, null);
  const effective = compileAccess(configuration, owner, token.scopes, token.limits);
  const access = describeEffect({ scopes: token.scopes, limits: token.limits, held, effective });
  return { ...visible, access, replaces, replacedBy };
}

type Effect = { scopes: Scopes; limits: TokenLimits; held: Access; effective: Access };

/** Keyed by entity. */
export function describeEffect({ scopes, limits, held, effective }: Effect): EntityEffect[] {
  const granted = grantedScopes(scopes, held);
  const keys = [...new Set(granted.map(({ entity }) => entity))].sort();
  return keys.map((entityKey) => {
    const isLimited = limits.rows.some((row) => row.entityKey === entityKey);
    const ofOwner = held.entity(entityKey);
    const ofToken = effective.entity(entityKey);
    const named = sortVerbs(granted.filter(({ entity }) => entity === entityKey).flatMap(({ verbs }) => verbs));
    // The owner must not see the label of an entity that they can no longer access.
    const { label, pluralLabel } = ofOwner?.entity ?? { label: entityKey, pluralLabel: entityKey };
    const accessTo = (verb: VerbWord): VerbAccess => {
      const isHeld = ofOwner !== null && hasVerb(ofOwner, verb);
      return {
        granted: named.includes(verb),
        held: isHeld,
        effective: ofToken !== null && hasVerb(ofToken, verb),
        someRecords: isHeld && (ofOwner.scopeOf(verb) !== "all" || isLimited),
      };
    };
    const further = named.filter((verb) => !isOfTheFour(verb));
    const shown = ofToken ?? ofOwner;
    return {
      entityKey,
      label,
      pluralLabel,
      verbs: Object.fromEntries(VERBS.map((verb) => [verb, accessTo(verb)])) as Record<Verb, VerbAccess>,
      further: further.map((verb) => ({ verb, ...accessTo(verb) })),
      fields: describeFields(deniedFieldsOf(limits, entityKey), ofOwner, ofToken),
      limiting: ofOwner === null ? [] : limitingFields(ofOwner),
      hiddenFieldCount: shown === null ? 0 : countHiddenFields(shown),
    };
  });
}

function describeFields(denied: string[], ofOwner: EntityAccess | null, ofToken: EntityAccess | null): FieldEffect[] {
  const known = [...(ofOwner?.entity.fields.values() ?? [])].filter(({ key }) => ofOwner?.readable.has(key));
  const lost = denied.filter((key) => !ofOwner?.readable.has(key));
  return [
    ...known.map(({ key, label }) => ({
      key,
      label,
      denied: denied.includes(key),
      readable: ofToken?.readable.has(key) ?? false,
    })),
    ...lost.map((key) => ({ key, label: key, denied: true, readable: false })),
  ];
}

/** Requests per minute: the lower of the token's own limit and the service's. */
export function requestLimitOf({ requestsPerMinute }: Pick<TokenLimits, "requestsPerMinute">): number {
  const ofService = env().RATE_LIMIT_REQUESTS_PER_MINUTE;
  return Math.min(ofService, requestsPerMinute ?? ofService);
}
