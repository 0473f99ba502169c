/**
 * What a choice of scopes comes to: a plain sentence, the endpoints that will work, and what will surprise, in the API's own
 * codes. Pure, so that a form can show it while it is being filled in. The paths are held to the registry by a test.
 */
import type { ErrorCode } from "../errors";
import { type Scopes, VERBS, type Verb } from "../model";
import type { EntityRights } from "./rights";

export type UsableEndpoint = { method: "GET" | "POST" | "PATCH" | "DELETE"; path: string };

/** `code`: what the API will answer in the case that the text tells of; null where it is no refusal. */
export type ScopeWarning = { entityKey: string; code: ErrorCode | null; text: string };

export type ScopeReview = {
  /** How far an unkind holder of the token could go. */
  risk: "nothing" | "reads" | "writes" | "deletes";
  sentence: string;
  endpoints: UsableEndpoint[];
  warnings: ScopeWarning[];
};

/** `rights`: what the owner holds. Scopes beyond them come to nothing. */
export function describeScopes(scopes: Scopes, rights: readonly EntityRights[]): ScopeReview {
  const effective = rights
    .map((entity) => ({ entity, verbs: effectiveVerbs(scopes, entity) }))
    .filter(({ verbs }) => verbs.length > 0);
  const verbs = new Set(effective.flatMap((each) => each.verbs));
  return {
    risk: riskOf(verbs),
    sentence: describe(scopes, effective),
    endpoints: [...EVERYWHERE, ...effective.flatMap((each) => endpointsOf(each.entity.entityKey, each.verbs))],
    warnings: effective.flatMap(warningsOf),
  };
}

type Effective = { entity: EntityRights; verbs: Verb[] };

function effectiveVerbs(scopes: Scopes, { entityKey, verbs }: EntityRights): Verb[] {
  const granted = scopes?.filter(({ entity }) => entity === entityKey).flatMap((scope) => scope.verbs) ?? VERBS;
  return VERBS.filter((verb) => verbs[verb].held && granted.includes(verb));
}

function riskOf(verbs: ReadonlySet<Verb>): ScopeReview["risk"] {
  if (verbs.has("delete")) return "deletes";
  if (verbs.has("create") || verbs.has("update")) return "writes";
  return verbs.has("list") ? "reads" : "nothing";
}

function describe(scopes: Scopes, effective: Effective[]): string {
  if (effective.length === 0) return "This token can do nothing yet.";
  const now = alike(effective)
    .map(({ verbs, labels }) => `${enumerate(verbs)} ${enumerate(shortened(labels))}`)
    .join("; ");
  return scopes === null
    ? `This token can do whatever you may do, also what you may do later. Today it can ${now}.`
    : `This token can ${now}. Nothing else.`;
}

/** Entities of which the token may do the same are said in one breath. */
function alike(effective: readonly Effective[]): { verbs: Verb[]; labels: string[] }[] {
  const groups = new Map<string, { verbs: Verb[]; labels: string[] }>();
  for (const { entity, verbs } of effective) {
    const group = groups.get(verbs.join()) ?? { verbs, labels: [] };
    group.labels.push(entity.pluralLabel);
    groups.set(verbs.join(), group);
  }
  return [...groups.values()];
}

/** More names than this nobody reads in a sentence. */
const NAMED_ENTITIES = 4;

function shortened(labels: readonly string[]): readonly string[] {
  if (labels.length <= NAMED_ENTITIES + 1) return labels;
  return [...labels.slice(0, NAMED_ENTITIES), `${labels.length - NAMED_ENTITIES} more`];
}

function enumerate(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

const EVERYWHERE: UsableEndpoint[] = [
  { method: "GET", path: "/me" },
  { method: "GET", path: "/entities" },
];

function endpointsOf(entityKey: string, verbs: readonly Verb[]): UsableEndpoint[] {
  const entity = `/entities/${entityKey}`;
  const records = `${entity}/records`;
  const byVerb: Record<Verb, UsableEndpoint[]> = {
    list: [
      { method: "GET", path: records },
      { method: "POST", path: `${records}/query` },
      { method: "GET", path: `${records}/:recordId` },
    ],
    create: [{ method: "POST", path: records }],
    update: [{ method: "PATCH", path: `${records}/:recordId` }],
    delete: [{ method: "DELETE", path: `${records}/:recordId` }],
  };
  return [{ method: "GET", path: entity }, ...verbs.flatMap((verb) => byVerb[verb])];
}

function warningsOf({ entity, verbs }: Effective): ScopeWarning[] {
  const { entityKey, pluralLabel } = entity;
  const warnings: ScopeWarning[] = [];
  const warn = (code: ErrorCode | null, text: string) => warnings.push({ entityKey, code, text });
  const has = (verb: Verb) => verbs.includes(verb);
  const isPartial = (verb: Verb) => has(verb) && entity.verbs[verb].held && entity.verbs[verb].someRecords;

  if (has("create") && !has("list")) {
    warn(
      "CREATED_RECORD_NOT_READABLE",
      `Creating ${pluralLabel} without list: each record is created, and the answer is 403. Do not repeat the call.`,
    );
  }
  if (has("update") && !has("list")) {
    warn(
      "PRECONDITION_FAILED",
      `Updating ${pluralLabel} without list: the token cannot read a record's version. Send If-Match: *, which overwrites what others changed. Answers hold no data.`,
    );
  }
  if (has("delete")) {
    warn(
      null,
      has("list")
        ? `Deleting ${pluralLabel} cannot be undone.`
        : `Deleting ${pluralLabel} cannot be undone, and without list the token cannot read a record's version: only If-Match: * will do.`,
    );
  }
  if (isPartial("list")) {
    warn("RECORD_NOT_FOUND", `You see some of the ${pluralLabel} only. The others are 404 for this token too.`);
  }
  const partial = (["create", "update", "delete"] as const).filter(isPartial);
  if (partial.length > 0) {
    warn("PERMISSION_DENIED", `You may ${enumerate(partial)} some of the ${pluralLabel} only. The others are 403.`);
  }
  return warnings;
}
