/** Finding entities, fields and endpoints in the API reference, among what the caller can see. Pure. */
import type { Access, EntityAccess } from "../../access/compile";
import { shownFields } from "../../entities/view";
import { usableEndpoints } from "./endpoint-reference";

export type Hit = {
  kind: "entity" | "field" | "endpoint";
  entityKey: string;
  /** The section on the entity's page; empty for the page itself. */
  anchor: string;
  title: string;
  /** Where it is, or what more is to be known of it. */
  detail: string;
};

type Found = { hits: Hit[]; more: boolean };

const MAX_HITS = 100;
/** More than anybody types; each is looked for in every text. */
const MAX_WORDS = 8;

/** Every word must occur. Entities come first, then endpoints and fields, each in the order of discovery. */
export function searchReference(access: Access, text: string): Found {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, MAX_WORDS);
  if (words.length === 0) return { hits: [], more: false };
  const matches = (...texts: (string | null)[]) => {
    const whole = texts.join("\n").toLowerCase();
    return words.every((word) => whole.includes(word));
  };
  const entities = access.entities();
  const found = [
    ...entities.flatMap((each) => entityHits(each, matches)),
    ...entities.flatMap((each) => endpointHits(each, matches)),
    ...entities.flatMap((each) => fieldHits(each, matches)),
  ];
  return { hits: found.slice(0, MAX_HITS), more: found.length > MAX_HITS };
}

type Matches = (...texts: (string | null)[]) => boolean;

function entityHits({ entity }: EntityAccess, matches: Matches): Hit[] {
  const { key, label, pluralLabel, description } = entity;
  if (!matches(key, label, pluralLabel, description)) return [];
  return [{ kind: "entity", entityKey: key, anchor: "", title: pluralLabel, detail: description ?? key }];
}

function endpointHits(access: EntityAccess, matches: Matches): Hit[] {
  const { key, pluralLabel } = access.entity;
  return usableEndpoints(access)
    .filter(({ endpoint: { summary, method, path } }) =>
      matches(summary, method, path.replace(":entityKey", key), pluralLabel),
    )
    .map(({ endpoint: { summary, method, path }, slug }) => ({
      kind: "endpoint",
      entityKey: key,
      anchor: slug,
      title: `${summary} · ${pluralLabel}`,
      detail: `${method} ${path.replace(":entityKey", key)}`,
    }));
}

function fieldHits(access: EntityAccess, matches: Matches): Hit[] {
  const { key: entityKey, pluralLabel } = access.entity;
  return shownFields(access)
    .filter(({ key, label, description }) => matches(`${entityKey}.${key}`, label, description, pluralLabel))
    .map(({ key, label, type }) => ({
      kind: "field",
      entityKey,
      anchor: fieldAnchor(key),
      title: `${label} · ${pluralLabel}`,
      detail: `${entityKey}.${key}, ${type}`,
    }));
}

export function fieldAnchor(key: string): string {
  return `field-${key}`;
}
