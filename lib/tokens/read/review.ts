/** Describes scopes in a sentence, with endpoints and surprises. Also used in the browser. A test compares the paths. */
import { isOfTheFour } from "../../access/verbs";
import type { ErrorCode } from "../../errors";
import { groupBy } from "../../group-by";
import { NO_LIMITS, type Scopes, type TokenLimits, type Verb, type VerbWord } from "../../model";
import { limitNames } from "../limit-words";
import { NAMED_ENTITIES } from "../named-entities";
import { type OwnerWords, TO_THEMSELVES } from "../owner-words";
import type { EntityPermissions } from "../permissions";
import { describeRows, joinedRowLimits, type LimitNames } from "../row-limits";
import { effectiveVerbs, permissionFor } from "../scopes";

export type UsableEndpoint = { method: "GET" | "POST" | "PATCH" | "DELETE" | "QUERY"; path: string };

/** `code` is the API's response in this case; null if it refuses nothing. */
export type ScopeWarning = { entityKey: string; code: ErrorCode | null; text: string };

export type ScopeReview = {
  /** The worst that a holder of the token could do. */
  risk: "nothing" | "reads" | "writes" | "deletes";
  sentence: string;
  endpoints: UsableEndpoint[];
  warnings: ScopeWarning[];
};

/** `permissions` are the owner's. Scopes that exceed them have no effect. */
export function describeScopes(
  scopes: Scopes,
  permissions: readonly EntityPermissions[],
  limits: TokenLimits = NO_LIMITS,
  words = TO_THEMSELVES,
): ScopeReview {
  const chosen = permissions.map((entity) => ({ entity, verbs: effectiveVerbs(scopes, entity) }));
  // Without one of the standard four verbs, the token cannot see the entity, whatever other verbs it has.
  const effective = chosen.filter(({ verbs }) => verbs.some(isOfTheFour));
  const verbs = new Set(effective.flatMap((each) => each.verbs));
  return {
    risk: riskOf(verbs),
    sentence: [describe(scopes, effective, words), ...limitSentences(limits, limitNames(permissions))].join(" "),
    endpoints: [
      ...EVERYWHERE,
      ...effective.flatMap((each) => endpointsOf(each.entity.entityKey, each.verbs)),
      ...(verbs.has("list") ? [SEARCH, CREATE_WEBHOOK] : []),
    ],
    warnings: chosen.flatMap((each) => [...warningsOf(each, words), ...furtherWarningsOf(each)]),
  };
}

type Effective = { entity: EntityPermissions; verbs: VerbWord[] };

function riskOf(verbs: ReadonlySet<VerbWord>): ScopeReview["risk"] {
  if (verbs.has("delete")) return "deletes";
  if (verbs.has("create") || verbs.has("update")) return "writes";
  return verbs.has("list") ? "reads" : "nothing";
}

function describe(scopes: Scopes, effective: Effective[], { subject }: OwnerWords): string {
  if (effective.length === 0) return "This token can do nothing yet.";
  // Entities with the same verbs share a sentence.
  const now = [...groupBy(effective, ({ verbs }) => verbs.join()).values()].map(describeAlike).join("; ");
  return scopes === null
    ? `This token can do whatever ${subject} can do, now and later. Today it can ${now}.`
    : `This token can ${now}, and nothing else.`;
}

function limitSentences(
  { deniedFields, rows, allowedAddresses, requestsPerMinute }: TokenLimits,
  names: LimitNames,
): string[] {
  return [
    ...joinedRowLimits(rows).map(
      (row) => `Of ${names.entity(row.entityKey)} it reaches only those where ${describeRows(row, names)}.`,
    ),
    ...deniedFields.map(({ entity, fields }) => {
      const hidden = fields.map((key) => names.field(entity, key));
      return `It cannot read ${enumerate(shortened(hidden))} of ${names.entity(entity)}.`;
    }),
    ...(allowedAddresses.length === 0 ? [] : [`It works from ${enumerate(shortened(allowedAddresses))} only.`]),
    ...(requestsPerMinute === null ? [] : [`It can send ${requestsPerMinute} requests a minute.`]),
  ];
}

function describeAlike(alike: Effective[]): string {
  const verbs = alike[0]?.verbs ?? [];
  const labels = alike.map(({ entity }) => entity.pluralLabel);
  const further = verbs.filter((verb) => !isOfTheFour(verb));
  const withFurther = further.length === 0 ? "" : `, with ${enumerate(further)}`;
  return `${enumerate(verbs.filter(isOfTheFour))} ${enumerate(shortened(labels))}${withFurther}`;
}

function shortened(labels: readonly string[]): readonly string[] {
  if (labels.length <= NAMED_ENTITIES + 1) return labels;
  return [...labels.slice(0, NAMED_ENTITIES), `${labels.length - NAMED_ENTITIES} more`];
}

function enumerate(words: readonly string[], last = "and"): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

const EVERYWHERE: UsableEndpoint[] = [
  { method: "GET", path: "/me" },
  { method: "GET", path: "/entities" },
  { method: "GET", path: "/openapi.json" },
];

const SEARCH: UsableEndpoint = { method: "GET", path: "/search" };

/** The other endpoints of webhooks are about those that it has created. */
const CREATE_WEBHOOK: UsableEndpoint = { method: "POST", path: "/webhooks" };

function endpointsOf(entityKey: string, verbs: readonly VerbWord[]): UsableEndpoint[] {
  const entity = `/entities/${entityKey}`;
  const records = `${entity}/records`;
  const byVerb: Record<Verb, UsableEndpoint[]> = {
    list: [
      { method: "GET", path: records },
      { method: "POST", path: `${records}/query` },
      { method: "QUERY", path: records },
      { method: "GET", path: `${records}/:recordId` },
      { method: "POST", path: `${records}/aggregate` },
      { method: "GET", path: `${entity}/changes` },
    ],
    create: [{ method: "POST", path: records }],
    update: [{ method: "PATCH", path: `${records}/:recordId` }],
    delete: [{ method: "DELETE", path: `${records}/:recordId` }],
  };
  const batch: UsableEndpoint = { method: "POST", path: `${records}/batch` };
  const writes = verbs.includes("create") || verbs.includes("update");
  const own = verbs.filter(isOfTheFour).flatMap((verb) => byVerb[verb]);
  return [{ method: "GET", path: entity }, ...own, ...(writes ? [batch] : [])];
}

function warningsOf({ entity, verbs }: Effective, { has: ownerHas, sees }: OwnerWords): ScopeWarning[] {
  const { entityKey, pluralLabel } = entity;
  const warnings: ScopeWarning[] = [];
  const warn = (code: ErrorCode | null, text: string) => warnings.push({ entityKey, code, text });
  const has = (verb: Verb) => verbs.includes(verb);
  const isPartial = (verb: VerbWord) => {
    const permission = verbs.includes(verb) ? permissionFor(entity, verb) : undefined;
    return permission?.held === true && permission.someRecords;
  };

  if (has("create") && !has("list")) {
    warn(
      "CREATED_RECORD_NOT_READABLE",
      `Creating ${pluralLabel} without list: each record is created, and the response is 403. Do not repeat the request.`,
    );
  }
  if (has("update") && !has("list")) {
    warn(
      "PRECONDITION_FAILED",
      `Updating ${pluralLabel} without list: the token cannot read a record's version. Send If-Match: *, which overwrites what others changed. Responses hold no data.`,
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
    warn("RECORD_NOT_FOUND", `${sees} some of the ${pluralLabel} only. The others are 404 for this token too.`);
  }
  const partial = verbs.filter((verb) => verb !== "list" && isPartial(verb) && !isReadOnly(entity, verb));
  if (partial.length > 0) {
    warn(
      "PERMISSION_DENIED",
      `${ownerHas} ${enumerate(partial)} on some of the ${pluralLabel} only. The others are 403.`,
    );
  }
  return warnings;
}

/** Without a read-only verb, fields are absent and nothing is refused. */
function isReadOnly({ further }: EntityPermissions, verb: VerbWord): boolean {
  return further.some((each) => each.verb === verb && !each.worksWith.includes("update"));
}

/** Chosen verbs that have no effect, and a missing verb without which nothing can be created. */
function furtherWarningsOf({ entity, verbs }: Effective): ScopeWarning[] {
  const { entityKey, pluralLabel, further } = entity;
  const idle = further.filter(
    ({ verb, worksWith }) => verbs.includes(verb) && !worksWith.some((each) => verbs.includes(each)),
  );
  const missing = further.filter(
    ({ verb, permission, neededToCreate }) =>
      neededToCreate && permission.held && verbs.includes("create") && !verbs.includes(verb),
  );
  return [
    ...idle.map(({ verb, worksWith }) => ({
      entityKey,
      code: null,
      text: `${verb} on ${pluralLabel} is of no use without ${enumerate(worksWith, "or")}.`,
    })),
    ...missing.map(({ verb }) => ({
      entityKey,
      code: "PERMISSION_DENIED" as const,
      text: `Creating ${pluralLabel} without ${verb}: a required field needs it, so every attempt is 403.`,
    })),
  ];
}
