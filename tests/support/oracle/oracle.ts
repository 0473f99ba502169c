/**
 * The oracle: a plain, slow model of the documents that says what one request must answer and what must be stored
 * afterwards. Written from spec.md and docs/contract.md; it shares no code with the service.
 */
import type { JsonObject, Verb } from "@/lib/model";
import { type AggregateInput, aggregateOf, faultsOfAggregate } from "./aggregates";
import { type Ask, refused, type Verdict } from "./ask";
import { descriptionView, entitiesView, identityView } from "./discovery";
import type { Principal, World } from "./file";
import { canPick, faultsOfList, inputOfQueryString, type ListInput, recordsOf, shownData, wishOf } from "./listing";
import { rightsOf } from "./permissions";
import { canExpand, expandedOf, type Reader } from "./references";
import { judgeCreate, judgeDelete, judgeUpdate } from "./writing";

const VERB_OF = {
  list: "list",
  query: "list",
  aggregate: "list",
  read: "list",
  create: "create",
  update: "update",
  delete: "delete",
} as const satisfies Record<string, Verb>;

/** The token is valid: steps before the sixth of contract § 1 are not modeled here. */
export function judge(world: World, principal: Principal, ask: Ask): Verdict {
  const { endpoint } = ask;
  if (endpoint === "me") return value(identityView(world, principal));
  if (endpoint === "entities") return value(entitiesView(world.file, principal));
  const rights = rightsOf(world.file, principal, ask.entity);
  if (rights === null) return refused("ENTITY_NOT_FOUND");
  if (endpoint === "describe") return value(descriptionView(world.file, principal, rights));
  if (!rights.permissions[VERB_OF[endpoint]]) return refused("PERMISSION_DENIED");
  const writer = { world, principal, rights };
  switch (endpoint) {
    case "list":
      return judgeList(writer, inputOfQueryString(ask.query));
    case "query":
      return judgeQuery(writer, ask.body);
    case "aggregate":
      return judgeAggregate(writer, ask.body as AggregateInput);
    case "read":
      return judgeRead(writer, ask);
    case "create":
      return judgeCreate(writer, ask.body);
    case "update":
      return judgeUpdate(writer, ask.id, ask.ifMatch, ask.body);
    case "delete":
      return judgeDelete(writer, ask.id, ask.ifMatch);
  }
}

function value(data: unknown): Verdict {
  return { kind: "value", data, effect: { kind: "none" } };
}

function judgeQuery(reader: Reader, body: unknown): Verdict {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return refused("INVALID_BODY");
  const known = ["where", "sort", "limit", "cursor", "search", "fields", "expand"];
  const isKnown = Object.keys(body).every((key) => known.includes(key));
  const faults = faultsOfList(body as JsonObject, reader);
  if (!isKnown) return refused(["INVALID_BODY", ...faults]);
  return judgeList(reader, body as JsonObject);
}

/** The first page; the walker handles cursors. */
function judgeList(reader: Reader, input: ListInput): Verdict {
  const faults = faultsOfList(input, reader);
  if (faults.length > 0) return refused(faults);
  const wish = wishOf(input);
  const records = recordsOf(reader, wish);
  const shown = records.map((record) => ({
    id: record.id,
    data: shownData(reader.rights, record, wish.fields),
    expanded: expandedOf(reader, record, wish.expand),
  }));
  return { kind: "list", records, limit: wish.limit, shown, effect: { kind: "none" } };
}

function judgeAggregate(reader: Reader, body: AggregateInput): Verdict {
  const faults = faultsOfAggregate(reader, body);
  if (faults.length > 0) return refused(faults);
  return { kind: "aggregate", data: aggregateOf(reader, body), effect: { kind: "none" } };
}

function judgeRead(reader: Reader, { id, fields, expand }: Extract<Ask, { endpoint: "read" }>): Verdict {
  const { world, rights } = reader;
  const picked = fields === undefined ? null : fields.split(",");
  const expanded = expand === undefined ? [] : expand.split(",");
  if (expand !== undefined && !canExpand(expanded, rights)) return refused("FIELD_NOT_QUERYABLE");
  if (picked !== null && !canPick(picked, rights)) return refused("FIELD_NOT_QUERYABLE");
  const record = world.records.find((candidate) => candidate.id === id && candidate.entity === rights.entity.key);
  if (record === undefined || !rights.reaches("list", record)) return refused("RECORD_NOT_FOUND");
  const shown = { id, data: shownData(rights, record, picked), expanded: expandedOf(reader, record, expanded) };
  return { kind: "record", status: 200, shown, effect: { kind: "none" } };
}
