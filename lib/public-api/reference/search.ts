/** Entries for a search of the API reference: entities, endpoints, fields and error codes that the caller can use. */
import type { Access, EntityAccess } from "../../access/compile";
import { shownFields } from "../../entities/view";
import { type SearchEntry, searchWords } from "../../ranked-search";
import { describeErrors, type EndpointReference, usableEndpoints } from "./endpoint-reference";

/** The address of a section on an entity's page, or of the page itself without an anchor. */
export type AddressOf = (entityKey: string, anchor?: string) => string;

/** `below` links to the same endpoint for each of several entities. */
type EndpointEntry = SearchEntry & { below?: { title: string; href: string }[] };

export function entityEntries(access: Access, addressOf: AddressOf): SearchEntry[] {
  return access.entities().map(({ entity: { key, label, pluralLabel, description } }) => ({
    title: pluralLabel,
    detail: description ?? key,
    href: addressOf(key),
    words: `${key} ${label}`,
  }));
}

export function fieldEntries(access: Access, addressOf: AddressOf): SearchEntry[] {
  return access.entities().flatMap((each) => {
    const { key: entityKey, pluralLabel } = each.entity;
    return shownFields(each).map(({ key, label, type, description }) => ({
      title: `${label} · ${pluralLabel}`,
      detail: `${entityKey}.${key}, ${type}`,
      href: addressOf(entityKey, fieldAnchor(key)),
      words: key,
      text: description ?? "",
    }));
  });
}

/** Lists each endpoint once, with the entities that have it; or only for the entities that other words of the text match. */
export function endpointEntries(access: Access, text: string, addressOf: AddressOf): EndpointEntry[] {
  const words = searchWords(text);
  const usable = access.entities().map((each) => ({ each, endpoints: usableEndpoints(each) }));
  const references = new Map(usable.flatMap(({ endpoints }) => endpoints.map((one) => [one.slug, one] as const)));
  return [...references.values()].flatMap((reference) => {
    const own = textOf(reference);
    const others = words.filter((word) => !own.includes(word));
    if (others.length === words.length) return [];
    const entities = usable
      .filter(({ endpoints }) => endpoints.some(({ slug }) => slug === reference.slug))
      .map(({ each }) => each)
      .filter((each) => others.every((word) => namesOf(each).includes(word)));
    return toEntries(reference, entities, { isNamed: others.length > 0, addressOf });
  });
}

type Naming = { isNamed: boolean; addressOf: AddressOf };

function toEntries({ endpoint, slug }: EndpointReference, entities: EntityAccess[], naming: Naming): EndpointEntry[] {
  const { isNamed, addressOf } = naming;
  const { summary, method, path } = endpoint;
  const below = entities.map(({ entity: { key, pluralLabel } }) => ({
    title: pluralLabel,
    href: addressOf(key, slug),
  }));
  const [first] = below;
  if (first === undefined) return [];
  const words = `${slug} ${SYNONYMS[slug] ?? ""}`;
  if (!isNamed) return [{ title: summary, detail: `${method} ${path}`, href: first.href, words, below }];
  return entities.map(({ entity: { key, label, pluralLabel } }) => ({
    title: `${summary} · ${pluralLabel}`,
    detail: `${method} ${path.replace(":entityKey", key)}`,
    href: addressOf(key, slug),
    words: `${words} ${key} ${label}`,
  }));
}

function textOf({ endpoint: { summary, method, path }, slug }: EndpointReference): string {
  return `${summary} ${method} ${path} ${slug} ${SYNONYMS[slug] ?? ""}`.toLowerCase();
}

function namesOf({ entity: { key, label, pluralLabel } }: EntityAccess): string {
  return `${key} ${label} ${pluralLabel}`.toLowerCase();
}

/** Other words for what an endpoint does, by its slug. */
const SYNONYMS: Record<string, string> = {
  list: "all find search sort page csv export",
  query: "filter where search conditions",
  aggregate: "group statistics average maximum minimum report total",
  read: "fetch one by id etag",
  changes: "feed webhook webhooks events stream sse live poll sync mirror subscribe",
  create: "add insert new post",
  update: "edit change patch modify",
  delete: "remove destroy",
  batch: "bulk import upsert many load",
  describe: "schema fields discovery types metadata",
};

export function errorEntries(): SearchEntry[] {
  return describeErrors().map(({ code, status, when }) => ({
    title: code,
    detail: `${status} · ${when.replaceAll("`", "")}`,
    href: `/docs/errors#${code}`,
    words: `${status} error ${code.toLowerCase().replaceAll("_", " ")} ${STATUS_WORDS[status] ?? ""}`,
  }));
}

/** Common names of a status. */
const STATUS_WORDS: Record<number, string> = {
  400: "bad request",
  401: "unauthorized unauthenticated",
  403: "forbidden access denied",
  404: "not found missing",
  405: "wrong method",
  409: "conflict",
  412: "version changed conflict etag",
  428: "if-match missing",
  429: "too many requests rate limit throttled",
  500: "internal error",
};

export function fieldAnchor(key: string): string {
  return `field-${key}`;
}
