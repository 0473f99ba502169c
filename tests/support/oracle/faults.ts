/**
 * The faults of a request, in the order in which they must be reported (contract § 1), and how to make it wrong in one or
 * more ways at once. The first fault of an endpoint's list always wins.
 */
import { ERROR_STATUS, type ErrorCode } from "@/lib/errors";
import type { JsonObject } from "@/lib/model";
import { UNKNOWN_ID } from "../views";

/** A request in parts, so that faults can meet. The right one would succeed. */
export type Parts = {
  method: string;
  query: string;
  entity: string;
  id: string | null;
  ifMatch: string | null;
  data: JsonObject;
  body: string | null;
  token: TokenParts;
};

export type TokenParts = {
  sent: boolean;
  known: boolean;
  revoked: boolean;
  expired: boolean;
  active: boolean;
  hasVerb: boolean;
};

/** The contents of the table's world. */
export type Ids = { own: string; foreign: string; hidden: string; locked: string; parent: string };

export type Fault = {
  name: string;
  code: ErrorCode;
  /** Faults of one part exclude each other. */
  part: string;
  make: (request: Parts, ids: Ids) => Parts;
};

const token = (name: string, code: ErrorCode, change: Partial<TokenParts>): Fault => ({
  name,
  code,
  part: `token: ${name}`,
  make: (request) => ({ ...request, token: { ...request.token, ...change } }),
});

const method: Fault = {
  name: "a wrong method",
  code: "METHOD_NOT_ALLOWED",
  part: "method",
  make: (request) => ({ ...request, method: "PUT" }),
};

/** Steps 4 to 7. */
const ADMISSION: Fault[] = [
  token("no token", "INVALID_TOKEN", { sent: false }),
  token("an unknown token", "INVALID_TOKEN", { known: false }),
  token("a revoked token", "TOKEN_REVOKED", { revoked: true }),
  token("an expired token", "TOKEN_EXPIRED", { expired: true }),
  token("an inactive owner", "OWNER_INACTIVE", { active: false }),
  {
    name: "an unknown entity",
    code: "ENTITY_NOT_FOUND",
    part: "entity",
    make: (request) => ({ ...request, entity: "nothing" }),
  },
  {
    name: "an entity that is not exposed",
    code: "ENTITY_NOT_FOUND",
    part: "entity",
    make: (request) => ({ ...request, entity: "internal" }),
  },
  token("a missing verb", "PERMISSION_DENIED", { hasVerb: false }),
];

const at = (name: string, code: ErrorCode, id: (ids: Ids) => string): Fault => ({
  name,
  code,
  part: "record",
  make: (request, ids) => ({ ...request, id: id(ids) }),
});
const unknownRecord = at("an unknown record", "RECORD_NOT_FOUND", () => UNKNOWN_ID);
const badId = at("an id that is none", "RECORD_NOT_FOUND", () => "1");
const hiddenRecord = at("an unreadable record", "RECORD_NOT_FOUND", ({ hidden }) => hidden);
const foreignRecord = at("a record outside the verb's scope", "PERMISSION_DENIED", ({ foreign }) => foreign);
const lockedRecord = at("a locked record", "PERMISSION_DENIED", ({ locked }) => locked);
const parentRecord = at("a record with children", "PARENT_REFERENCE", ({ parent }) => parent);

const header = (name: string, code: ErrorCode, ifMatch: string | null): Fault => ({
  name,
  code,
  part: "If-Match",
  make: (request) => ({ ...request, ifMatch }),
});
const noHeader = header("no If-Match", "PRECONDITION_REQUIRED", null);
const staleHeader = header("a stale If-Match", "PRECONDITION_FAILED", '"stale"');
const badHeader = header("a malformed If-Match", "PRECONDITION_FAILED", "stale");

const body = (name: string, text: string): Fault => ({
  name,
  code: "INVALID_BODY",
  part: "body",
  make: (request) => ({ ...request, body: text }),
});
const BODIES = [body("a body that is no JSON", '{"data":'), body("a body without data", "{}")];

const given = (name: string, code: ErrorCode, data: (ids: Ids) => JsonObject): Fault => ({
  name,
  code,
  part: `data: ${name}`,
  make: (request, ids) => ({ ...request, data: { ...request.data, ...data(ids) } }),
});
const forbiddenField = given("a forbidden field", "PERMISSION_DENIED", () => ({ seal: "x" }));
const wrongState = given("a state that is not allowed", "PERMISSION_DENIED", () => ({ stage: "shut" }));
const wrongType = given("a wrong type", "INVALID_BODY", () => ({ amount: "5" }));
const unknownField = given("an unknown field", "INVALID_BODY", () => ({ nowhere: 1 }));
/** Both are about the label, so a request has one of them at most. */
const noLabel = { ...given("no label", "INVALID_BODY", () => ({ name: null })), part: "label" };
const takenLabel = { ...given("a taken label", "DUPLICATE_LABEL", () => ({ name: "Taken" })), part: "label" };
const lostParent = given("a parent that is not there", "PARENT_REFERENCE", () => ({ under: UNKNOWN_ID }));
const DATA = [forbiddenField, wrongState, wrongType, unknownField, noLabel];

const asked = (name: string, code: ErrorCode, query: string): Fault => ({
  name,
  code,
  part: "query",
  make: (request) => ({ ...request, query }),
});
const LISTING = [
  asked("a bad limit", "INVALID_LIMIT", "?limit=0"),
  asked("a bad sort", "INVALID_SORT", "?sort=name"),
  asked("a field that is not there", "FIELD_NOT_QUERYABLE", "?sort=nowhere:asc"),
  asked("a bad cursor", "INVALID_CURSOR", "?cursor=x"),
  asked("a search that is too long", "INVALID_FILTERS", `?search=${"x".repeat(201)}`),
];
const QUERYING = [
  ...BODIES.slice(0, 1),
  body("a misspelt member", '{"were": []}'),
  { ...body("a bad filter", '{"where": ["name", "like", "x"]}'), code: "INVALID_FILTERS" as const },
  {
    ...body("a filter by a field that is not there", '{"where": ["nowhere", "eq", 1]}'),
    code: "FIELD_NOT_QUERYABLE" as const,
  },
  { ...body("a bad limit", '{"limit": 0}'), code: "INVALID_LIMIT" as const },
];
const badPick = asked("a field that is not there", "FIELD_NOT_QUERYABLE", "?fields=nowhere");
const RECORDS = [unknownRecord, badId, hiddenRecord];

/** In the order in which they must be reported. */
export const FAULTS = {
  list: [method, ...ADMISSION, ...LISTING],
  query: [method, ...ADMISSION, ...QUERYING],
  read: [method, ...ADMISSION, badPick, ...RECORDS],
  create: [method, ...ADMISSION, ...BODIES, ...DATA, takenLabel, lostParent],
  update: [
    method,
    ...ADMISSION,
    ...RECORDS,
    foreignRecord,
    noHeader,
    ...BODIES,
    staleHeader,
    badHeader,
    lockedRecord,
    ...DATA,
    takenLabel,
    lostParent,
  ],
  delete: [
    method,
    ...ADMISSION,
    ...RECORDS,
    foreignRecord,
    noHeader,
    staleHeader,
    badHeader,
    lockedRecord,
    parentRecord,
  ],
} satisfies Record<string, Fault[]>;

export type Endpoint = keyof typeof FAULTS;

/** The codes that may be reported: the first fault's. Two conflicts of one step have no order between them. */
export function codesOf(faults: Fault[]): ErrorCode[] {
  const codes = faults.map(({ code }) => code);
  return ERROR_STATUS[codes[0] ?? "SERVER_ERROR"] === 409 ? codes : codes.slice(0, 1);
}

/** Every way to choose `size` of the faults of different parts, in their order. */
export function combinations(faults: Fault[], size: number): Fault[][] {
  if (size === 0) return [[]];
  return faults.flatMap((first, index) =>
    combinations(faults.slice(index + 1), size - 1)
      .filter((others) => others.every((other) => other.part !== first.part))
      .map((others) => [first, ...others]),
  );
}
