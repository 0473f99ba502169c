/**
 * The headers `Deprecation` (RFC 9745) and `Sunset` (RFC 8594), for a deprecated endpoint and for deprecated fields that a request
 * names or a response has (contract § 9). They depend on fields that discovery shows to the caller, never on records.
 */
import type { Access, EntityAccess } from "../access/compile";
import { isShown } from "../entities/view";
import { publicOrigin } from "../http/origin";
import type { Configuration, Deprecation, Entity, JsonObject } from "../model";
import type { EndpointResult, EndpointRow, FieldsInUse } from "./endpoints/endpoint";
import type { QueryString } from "./input/query-string";

/** A request that was handled; `access` is absent if it is not about an entity. */
type Authorized = {
  endpoint: Pick<EndpointRow, "deprecated">;
  caller: { access: Access; configuration: Pick<Configuration, "entities"> };
  asked: { query: QueryString };
  access?: EntityAccess;
};

/** `authorized` is the request that `result` is for. */
export function withDeprecation(result: EndpointResult, authorized: Authorized): EndpointResult {
  const { deprecated } = authorized.endpoint;
  if (deprecated === undefined && !deprecatesFields(authorized.caller.configuration)) return result;
  const deprecations = [
    ...(deprecated === undefined ? [] : [deprecated]),
    ...ofFields(result, authorized),
    ...(result.searched ?? []).flatMap(({ access, picked }) =>
      deprecationsInUse(access, authorized.caller, { picked, named: () => picked ?? [] }),
    ),
  ];
  if (deprecations.length === 0) return result;
  const link = `<${publicOrigin()}/docs/contract#9-versioning>; rel="deprecation"; type="text/html"`;
  const others = result.headers?.link;
  const headers = {
    ...result.headers,
    ...datesOf(deprecations),
    link: others === undefined ? link : `${others}, ${link}`,
  };
  return { ...result, headers };
}

function ofFields({ fieldsInUse }: EndpointResult, authorized: Authorized): Deprecation[] {
  const { access, caller, asked } = authorized;
  if (fieldsInUse === undefined || access === undefined) return [];
  const { named, ...used } = fieldsInUse;
  // The endpoints that have the parameter name one field in it.
  const by = asked.query.get("by")?.flatMap((key) => key ?? []) ?? [];
  return deprecationsInUse(access, caller, { ...used, named: () => [...named(), ...by] });
}

/** Uses the first of several dates. */
function datesOf(deprecations: readonly Deprecation[]): Record<string, string> {
  const [since = ""] = deprecations.map((each) => each.since).sort();
  const [sunset] = deprecations.flatMap((each) => each.sunset ?? []).sort();
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    ...(sunset === undefined ? {} : { sunset: new Date(sunset).toUTCString() }),
  };
}

/** The names of the request are looked at only if something is deprecated: a batch can have a hundred thousand. */
function deprecationsInUse(access: EntityAccess, caller: Authorized["caller"], used: FieldsInUse): Deprecation[] {
  const own = deprecatedFields(access);
  const behind = deprecatedBehind(access, caller);
  if (own.length === 0 && behind.length === 0) return [];
  const { picked, expanded = [] } = used;
  const named = new Set(used.named());
  return [
    ...own.filter(({ key, isRead }) => named.has(key) || (isRead && (picked?.includes(key) ?? true))),
    ...behind.filter(
      ({ reference, key, isRead }) => named.has(`${reference}.${key}`) || (isRead && expanded.includes(reference)),
    ),
  ].map(({ deprecated }) => deprecated);
}

/** `isRead` says whether the caller can read the field. */
type DeprecatedField = { key: string; deprecated: Deprecation; isRead: boolean };

function deprecatedFields(access: EntityAccess): DeprecatedField[] {
  const { entity, permissions, readable } = access;
  const found: DeprecatedField[] = [];
  for (const field of entity.fields.values()) {
    const { key, deprecated } = field;
    if (deprecated === undefined || !isShown(access, field)) continue;
    found.push({ key, deprecated, isRead: permissions.list && readable.has(key) });
  }
  return found;
}

/** Deprecated fields of other entities, by the references to them. */
function deprecatedBehind(
  access: EntityAccess,
  caller: Authorized["caller"],
): (DeprecatedField & { reference: string })[] {
  const { entities } = caller.configuration;
  return [...access.entity.fields.values()].flatMap((field) => {
    const other = field.reference === null ? undefined : entities.get(field.reference);
    if (other === undefined || !hasDeprecated(other) || !isShown(access, field)) return [];
    const target = caller.access.entity(other.key);
    return target === null ? [] : deprecatedFields(target).map((found) => ({ ...found, reference: field.key }));
  });
}

function hasDeprecated({ fields }: Entity): boolean {
  return [...fields.values()].some(({ deprecated }) => deprecated !== undefined);
}

const deprecating = new WeakMap<object, boolean>();

/** Remembered for each configuration, because most have no deprecated field. */
function deprecatesFields(configuration: Authorized["caller"]["configuration"]): boolean {
  const known = deprecating.get(configuration) ?? [...configuration.entities.values()].some(hasDeprecated);
  deprecating.set(configuration, known);
  return known;
}

/** The fields that the data of a write names; a reference by key names a field of the other record, too. */
export function fieldsOfData(data: JsonObject): string[] {
  return Object.entries(data).flatMap(([key, value]) => {
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? [key, ...Object.keys(value).map((name) => `${key}.${name}`)] : [key];
  });
}
