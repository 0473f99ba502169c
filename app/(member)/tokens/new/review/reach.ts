import type { LimitableEntity } from "@/components/tokens/limits/field-choice";
import type { MarkKind } from "@/components/tokens/matrix/mark";
import { isOfTheFour } from "@/lib/access/verbs";
import { NO_LIMITS, type Scopes, type TokenLimits, type VerbWord } from "@/lib/model";
import { deniedFieldsOf } from "@/lib/tokens/limits";
import type { EntityPermissions, ReadableField } from "@/lib/tokens/permissions";
import { effectiveVerbs, permissionFor } from "@/lib/tokens/scopes";

export function listedEntities(scopes: Scopes, permissions: readonly EntityPermissions[]): EntityPermissions[] {
  return permissions.filter(({ entityKey, verbs }) => {
    if (!verbs.list.held) return false;
    return scopes === null || scopes.some(({ entity, verbs }) => entity === entityKey && verbs.includes("list"));
  });
}

/** `has`: the verbs of the token on it. `further`: the further ones among them. `limited`: to some records. */
type ReachedEntity = EntityPermissions & { has: VerbWord[]; limited: boolean };

/** Entities on which the token has one of the four standard verbs: without one, further verbs have no effect. */
export function reachedEntities(
  scopes: Scopes,
  permissions: readonly EntityPermissions[],
  { rows }: TokenLimits = NO_LIMITS,
): ReachedEntity[] {
  const isLimited = ({ entityKey }: EntityPermissions) => rows.some((row) => row.entityKey === entityKey);
  return permissions
    .map((entity) => ({ entity, has: effectiveVerbs(scopes, entity) }))
    .filter(({ has }) => has.some(isOfTheFour))
    .map(({ entity, has }) => ({
      ...entity,
      has,
      further: entity.further.filter(({ verb }) => has.includes(verb)),
      limited: isLimited(entity),
    }));
}

export function markOfReached(entity: ReachedEntity, verb: VerbWord): { kind: MarkKind; text: string } {
  if (!entity.has.includes(verb)) return { kind: "not granted", text: "No" };
  const permission = permissionFor(entity, verb);
  const isPartial = entity.limited || (permission?.held === true && permission.someRecords);
  return isPartial ? { kind: "some records", text: "Some records" } : { kind: "allowed", text: "Yes" };
}

/** How many fields the token cannot read: "none hidden", or "3 hidden fields (2 in Accounts, 1 in Deals)". */
export function hiddenFieldsOf(
  scopes: Scopes,
  permissions: readonly EntityPermissions[],
  limits: TokenLimits = NO_LIMITS,
): string {
  const hiding = listedEntities(scopes, permissions)
    .map((entity) => {
      const has = effectiveVerbs(scopes, entity);
      const denied = deniedFieldsOf(limits, entity.entityKey);
      const open = entity.fields.filter((field) => missingVerb(field, has) === null);
      const deniedCount = open.filter(({ key }) => denied.includes(key)).length;
      const unticked = entity.fields.map((field) => missingVerb(field, has)).filter((verb) => verb !== null);
      return { label: entity.pluralLabel, unticked, count: entity.hiddenFieldCount + unticked.length + deniedCount };
    })
    .filter(({ count }) => count > 0);
  const [first] = hiding;
  if (first === undefined) return "none hidden";
  const total = hiding.reduce((sum, { count }) => sum + count, 0);
  const places = hiding.map(({ count, label }) => `${count} in ${label}`).join(", ");
  const place = hiding.length === 1 ? first.label : places;
  const fields = total === 1 ? "1 hidden field" : `${total} hidden fields`;
  return `${fields} (${place})${formatUnticked(hiding.flatMap(({ unticked }) => unticked))}`;
}

/** ". 2 of them because readBank is not ticked". */
function formatUnticked(unticked: readonly VerbWord[]): string {
  if (unticked.length === 0) return "";
  const verbs = [...new Set(unticked)];
  return `. ${unticked.length} of them because ${verbs.join(", ")} ${verbs.length === 1 ? "is" : "are"} not ticked`;
}

/** The verb that a token with these verbs lacks to read the field; null: it can read it. */
function missingVerb({ readVerb }: ReadableField, verbs: readonly VerbWord[]): VerbWord | null {
  return readVerb === null || verbs.includes(readVerb) ? null : readVerb;
}

/** The entities that the token lists, with their fields that can be denied to it. */
export function limitableEntities(scopes: Scopes, permissions: readonly EntityPermissions[]): LimitableEntity[] {
  return listedEntities(scopes, permissions).map((entity) => {
    const verbs = effectiveVerbs(scopes, entity);
    return {
      entityKey: entity.entityKey,
      pluralLabel: entity.pluralLabel,
      limiting: entity.limiting,
      fields: entity.fields.map((field) => {
        const missing = missingVerb(field, verbs);
        return { key: field.key, label: field.label, unreadable: missing && `needs ${missing}` };
      }),
    };
  });
}

/** "2 fields not read · records by 1 condition · 1 address · 60 requests a minute"; null if there are no limits. */
export function formatLimits({ deniedFields, rows, allowedAddresses, requestsPerMinute }: TokenLimits): string | null {
  const fields = deniedFields.reduce((sum, each) => sum + each.fields.length, 0);
  const addresses = allowedAddresses.length;
  const parts = [
    fields === 0 ? "" : fields === 1 ? "1 field not read" : `${fields} fields not read`,
    rows.length === 0 ? "" : rows.length === 1 ? "records by 1 condition" : `records by ${rows.length} conditions`,
    addresses === 0 ? "" : addresses === 1 ? "1 address or range" : `${addresses} addresses or ranges`,
    // Text that is not a number yet is not a limit yet.
    requestsPerMinute === null || Number.isNaN(requestsPerMinute) ? "" : `${requestsPerMinute} requests a minute`,
  ];
  return parts.filter((part) => part !== "").join(" · ") || null;
}
