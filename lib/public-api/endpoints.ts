/**
 * What endpoints exist: one row each (spec: Endpoints). The pipeline, both doors, the documents and the completeness test
 * all read this table. A row declares, and calls its use case; checks that all share are the pipeline's.
 */
import type { EntityAccess } from "../access/compile";
import type { Caller } from "../authentication/authenticate";
import { toEntityDescription, toEntitySummary } from "../entities/view";
import { namesVersion, parseIfMatch } from "../http/conditional-headers";
import type { Verb } from "../model";
import { createRecord, requireReadable } from "../records/create";
import { createRecordOnce } from "../records/create-once";
import { deleteRecord } from "../records/delete";
import { type ListedPage, listRecords } from "../records/list";
import { readRecord } from "../records/read";
import { updateRecord } from "../records/update";
import { toIdentityView } from "../tokens/identity";
import { type Body, parseRecordBody } from "./body";
import { parseFields, parseIdempotencyKey, parseListQuery, parseQueryBody } from "./input";
import { BASE_PATH } from "./paths";
import type { QueryString } from "./query-string";
import type { Answer } from "./reply";

/** A request that has passed every check that does not depend on what it asks. */
export type Call = {
  caller: Caller;
  query: QueryString;
  header(name: string): string | null;
  /** Aborted once the caller has left. */
  signal(): AbortSignal;
};

export type EntityCall = Call & {
  /** The entity is exposed, usable, and open to the endpoint's verb. */
  access: EntityAccess;
  recordId: string | null;
  /** Rejects with INVALID_BODY. */
  body(): Promise<Body>;
};

type Row = {
  name: string;
  method: "GET" | "POST" | "PATCH" | "DELETE";
  path: string;
  hasBody: boolean;
  /** The names of its query parameters; any other is refused. */
  parameters: readonly string[];
};

export type Endpoint =
  | (Row & { about: "caller"; handle(call: Call): Answer })
  /** `verb`: what the caller must hold; null where any verb will do. */
  | (Row & { about: "entity"; verb: Verb | null; handle(call: EntityCall): Promise<Answer> | Answer });

const RECORDS = "/entities/:entityKey/records";
const RECORD = `${RECORDS}/:recordId`;

export const ENDPOINTS: readonly Endpoint[] = [
  {
    name: "me",
    method: "GET",
    path: "/me",
    hasBody: false,
    parameters: [],
    about: "caller",
    handle: ({ caller }) => ok(JSON.stringify(toIdentityView(caller))),
  },
  {
    name: "entities.list",
    method: "GET",
    path: "/entities",
    hasBody: false,
    parameters: [],
    about: "caller",
    handle: ({ caller }) => ok(JSON.stringify({ items: caller.access.entities().map(toEntitySummary) })),
  },
  {
    name: "entities.describe",
    method: "GET",
    path: "/entities/:entityKey",
    hasBody: false,
    parameters: [],
    about: "entity",
    verb: null,
    handle: ({ caller, access }) => ok(JSON.stringify(toEntityDescription(access, caller.access))),
  },
  {
    name: "records.list",
    method: "GET",
    path: RECORDS,
    hasBody: false,
    parameters: ["limit", "cursor", "sort", "search", "fields"],
    about: "entity",
    verb: "list",
    handle: async ({ caller, access, query, signal }) =>
      page(await listRecords(caller, access, parseListQuery(query), signal())),
  },
  {
    name: "records.query",
    method: "POST",
    path: `${RECORDS}/query`,
    hasBody: true,
    parameters: [],
    about: "entity",
    verb: "list",
    handle: async ({ caller, access, body, signal }) =>
      page(await listRecords(caller, access, parseQueryBody(await body()), signal())),
  },
  {
    name: "records.read",
    method: "GET",
    path: RECORD,
    hasBody: false,
    parameters: ["fields"],
    about: "entity",
    verb: "list",
    handle: async ({ access, recordId, query, header }) => {
      const { envelope, version } = await readRecord(access, recordId, parseFields(query));
      if (namesVersion(header("if-none-match"), version)) return { status: 304, data: null, version };
      return { status: 200, data: envelope, version };
    },
  },
  {
    name: "records.create",
    method: "POST",
    path: RECORDS,
    hasBody: true,
    parameters: [],
    about: "entity",
    verb: "create",
    handle: async ({ caller, access, body, header }) => {
      const key = parseIdempotencyKey(header("idempotency-key"));
      const given = parseRecordBody(await body());
      const created = key === null ? createRecord(caller, access, given) : createRecordOnce(caller, access, given, key);
      const { id, envelope, version } = requireReadable(await created);
      const location = `${BASE_PATH}/entities/${encodeURIComponent(access.entity.key)}/records/${id}`;
      return { status: 201, data: envelope, version, location };
    },
  },
  {
    name: "records.update",
    method: "PATCH",
    path: RECORD,
    hasBody: true,
    parameters: [],
    about: "entity",
    verb: "update",
    handle: async ({ caller, access, recordId, body, header }) => {
      const ifMatch = parseIfMatch(header("if-match"));
      const { envelope, version } = await updateRecord(caller, access, recordId, ifMatch, async () =>
        parseRecordBody(await body()),
      );
      return { status: 200, data: envelope, version };
    },
  },
  {
    name: "records.delete",
    method: "DELETE",
    path: RECORD,
    hasBody: false,
    parameters: [],
    about: "entity",
    verb: "delete",
    handle: async ({ caller, access, recordId, header }) =>
      ok(JSON.stringify(await deleteRecord(caller, access, recordId, parseIfMatch(header("if-match"))))),
  },
];

function page({ text, sent }: ListedPage): Answer {
  return { status: 200, data: text, sent };
}

function ok(data: string): Answer {
  return { status: 200, data };
}
