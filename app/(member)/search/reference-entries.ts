/** Entries for a search of the API reference: entities, endpoints, fields and error codes that the caller can use. */
import type { Access } from "@/lib/access/compile";
import { shownFields } from "@/lib/entities/view";
import { ERROR_STATUS, type ErrorCode } from "@/lib/errors";
import type { EndpointName } from "@/lib/public-api/endpoints/registry";
import { errorExamples } from "@/lib/public-api/openapi/errors";
import { CALLER_PAGES, pagesWith, SHOWN_ENDPOINTS, slugOf } from "@/lib/public-api/reference/operations";
import { type SearchEntry, searchWords } from "@/lib/ranked-search";
import { fieldAnchor } from "../reference/reference-address";

/** The address of a section on an entity's page, or of the page itself without an anchor. */
export type AddressOf = (page: string, anchor?: string) => string;

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
  return SHOWN_ENDPOINTS.flatMap((endpoint) => {
    const { name, summary, method, path } = endpoint;
    const slug = slugOf(name);
    const own = `${slug} ${SYNONYMS[name] ?? ""}`;
    const found = `${summary} ${method} ${path} ${own}`.toLowerCase();
    const others = words.filter((word) => !found.includes(word));
    if (others.length === words.length) return [];
    const pages = pagesWith(endpoint, access).map((page) => ({ page, ...namesOf(access, page) }));
    const named = pages.filter((each) => others.every((word) => each.words.toLowerCase().includes(word)));
    const below = named.map(({ page, title }) => ({ title, href: addressOf(page, slug) }));
    const [first] = below;
    if (first === undefined) return [];
    const shared = { title: summary, detail: `${method} ${path}`, href: first.href, words: own };
    if (others.length === 0) return [endpoint.about === "entity" ? { ...shared, below } : shared];
    return named.map(({ page, title, words }) => ({
      title: `${summary} · ${title}`,
      detail: `${method} ${path.replace(":entityKey", page)}`,
      href: addressOf(page, slug),
      words: `${own} ${words}`,
    }));
  });
}

function namesOf(access: Access, page: string): { title: string; words: string } {
  const entity = access.entity(page)?.entity;
  const title = entity?.pluralLabel ?? CALLER_PAGES.get(page)?.title ?? page;
  return { title, words: `${page} ${entity?.label ?? ""} ${title}` };
}

const SYNONYMS: Partial<Record<EndpointName, string>> = {
  search: "find text query everywhere",
  openapi: "swagger schema postman generator client",
  me: "whoami identity owner",
  "records.list": "all find search sort page csv export",
  "records.query": "filter where search conditions",
  "records.aggregate": "group statistics average maximum minimum report total",
  "records.read": "fetch one by id etag",
  "changes.list": "feed webhook webhooks events stream sse live poll sync mirror subscribe",
  "records.create": "add insert new post",
  "records.update": "edit change patch modify",
  "records.delete": "remove destroy",
  "records.batch": "bulk import upsert many load",
  "entities.describe": "schema fields discovery types metadata",
};

type ErrorRow = { status: number; code: ErrorCode; when: string };

/** In the order of the error table. */
export function describeErrors(): ErrorRow[] {
  const examples = errorExamples();
  return Object.entries(ERROR_STATUS).map(([code, status]) => {
    return { status, code: code as ErrorCode, when: examples[code as ErrorCode].summary };
  });
}

export function errorEntries(): SearchEntry[] {
  return describeErrors().map(({ code, status, when }) => ({
    title: code,
    detail: `${status} · ${when.replaceAll("`", "")}`,
    href: `/docs/errors#${code}`,
    words: `${status} error ${code.toLowerCase().replaceAll("_", " ")} ${STATUS_WORDS[status] ?? ""}`,
  }));
}

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
