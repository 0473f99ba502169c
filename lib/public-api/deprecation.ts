/**
 * The headers `Deprecation` (RFC 9745) and `Sunset` (RFC 8594), for a deprecated endpoint and for deprecated fields that a request
 * names or a response has (contract § 9). They depend on fields that discovery shows to the caller, never on records.
 */
import type { Access, EntityAccess } from "../access/compile";
import { isShown } from "../entities/view";
import { publicOrigin } from "../http/origin";
import type { Deprecation, Field, JsonObject } from "../model";
import type { EndpointResult, EndpointRow, FieldsInUse } from "./endpoints/endpoint";
import type { QueryString } from "./input/query-string";

/** A request that was handled; `access` is absent if it is not about an entity. */
type Asked = {
  endpoint: Pick<EndpointRow, "deprecated">;
  caller: { access: Access };
  query: QueryString;
  access?: EntityAccess;
};

/** `authorized` is the request that `result` is for. */
export function withDeprecation(result: EndpointResult, authorized: Asked): EndpointResult {
  const deprecations = [
    ...(authorized.endpoint.deprecated === undefined ? [] : [authorized.endpoint.deprecated]),
    ...ofFields(result, authorized),
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

function ofFields({ fieldsInUse }: EndpointResult, authorized: Asked): Deprecation[] {
  const { access, caller, query } = authorized;
  if (fieldsInUse === undefined || access === undefined) return [];
  const { named, ...used } = fieldsInUse;
  // The endpoints that have the parameter name one field in it.
  const by = query.get("by")?.flatMap((key) => key ?? []) ?? [];
  return deprecationsInUse(access, caller.access, { ...used, named: [...named, ...by] });
}

/** Of several dates the first. */
function datesOf(deprecations: readonly Deprecation[]): Record<string, string> {
  const [since = ""] = deprecations.map((each) => each.since).sort();
  const [sunset] = deprecations.flatMap((each) => each.sunset ?? []).sort();
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    ...(sunset === undefined ? {} : { sunset: new Date(sunset).toUTCString() }),
  };
}

/** `all` is the caller's access to other entities. */
function deprecationsInUse(access: EntityAccess, all: Access, used: FieldsInUse): Deprecation[] {
  const { picked, expanded = [] } = used;
  const named = new Set(used.named);
  const own = deprecatedFields(access, (key, isRead) => named.has(key) || (isRead && (picked?.includes(key) ?? true)));
  const behind = referencesIn(access, [...named, ...expanded]).flatMap(({ key, reference }) => {
    const target = reference === null ? null : all.entity(reference);
    const isInUse: InUse = (name, isRead) => named.has(`${key}.${name}`) || (isRead && expanded.includes(key));
    return target === null ? [] : deprecatedFields(target, isInUse);
  });
  return [...own, ...behind];
}

/** `isRead` says whether the caller can read the field. */
type InUse = (key: string, isRead: boolean) => boolean;

function deprecatedFields(access: EntityAccess, isInUse: InUse): Deprecation[] {
  const { entity, permissions, readable } = access;
  const found: Deprecation[] = [];
  for (const field of entity.fields.values()) {
    const { key, deprecated } = field;
    if (deprecated === undefined || !isShown(access, field)) continue;
    if (isInUse(key, permissions.list && readable.has(key))) found.push(deprecated);
  }
  return found;
}

/** The references among names such as `country` and `country.code`. An operation of a batch that was refused can name hidden ones. */
function referencesIn(access: EntityAccess, names: readonly string[]): Field[] {
  return [...new Set(names.map((name) => name.split(".", 1)[0] ?? ""))].flatMap((key) => {
    const field = access.entity.fields.get(key);
    return field !== undefined && isShown(access, field) ? [field] : [];
  });
}

/** The fields that the data of a write names; a reference by key names a field of the other record, too. */
export function fieldsOfData(data: JsonObject): string[] {
  return Object.entries(data).flatMap(([key, value]) => {
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? [key, ...Object.keys(value).map((name) => `${key}.${name}`)] : [key];
  });
}
