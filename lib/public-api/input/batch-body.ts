/** The body of a batch (docs/contract.md, Batch): the shape of the batch, and the shape of each operation. */
import { z } from "zod";
import { ApiError } from "../../errors";
import { MAX_BATCH_BYTES, MAX_BATCH_MEMBERS, MAX_BATCH_VALUES, MAX_BODY_BYTES, MAX_OPERATIONS } from "../../limits";
import { quoteText } from "../../messages/cut-text";
import { notAsText, wrongType } from "../../messages/wrong-type";
import type { JsonObject, JsonValue } from "../../model";
import { scalar } from "../../query/filter/filter";
import { type Batch, type BatchPrecondition, type Operation, sizeOf } from "../../records/batch/operation";
import type { Habits } from "../advice/unknown-parameter";
import { invalidBody, requireKnownMembers } from "./body";
import { recordBody } from "./record-body";

const { data } = recordBody.shape;
const version = z.string().describe("A `versionId`, or `*` for any version.");

export const operations = {
  create: z.strictObject({ op: z.literal("create"), data }),
  update: z.strictObject({ op: z.literal("update"), id: z.string(), ifMatch: version, data }),
  upsert: z.strictObject({
    op: z.literal("upsert"),
    match: z.record(z.string(), scalar).describe("The key of one unique field, and its value."),
    ifMatch: version
      .nullable()
      .describe("A `versionId`, `*` for any version or none, null where the record must not exist yet."),
    data,
  }),
};

const RETURNS = ["minimal", "representation"] as const;

export const batchBody = z
  .strictObject({
    operations: z
      .array(z.union(Object.values(operations)).meta({ id: "Operation" }))
      .min(1)
      .max(MAX_OPERATIONS),
    atomic: z.boolean().nullish().describe("Whether all are written or none. Default: true."),
    return: z.enum(RETURNS).nullish().describe("`representation` adds the records. Default: `minimal`."),
  })
  .meta({ id: "Batch" });

export const BATCH_BOUNDS = { bytes: MAX_BATCH_BYTES, values: MAX_BATCH_VALUES, members: MAX_BATCH_MEMBERS };

const BATCH_HABITS: Habits = [
  [
    "data records items rows values create creates upsert requests",
    'Each record is an operation: {"operations": [{"op": "create", "data": {…}}]}.',
  ],
];
const OPERATION_HABITS: Habits = [
  ["record fields attributes values body", "The fields go into data."],
  ["etag version versionid if-match", "The version is ifMatch."],
  ["match", 'To find the record by a unique field, send "op": "upsert".'],
  ["key on conflict matchon by where", 'An upsert has match: {"match": {"key": value}}.'],
];

/** Throws INVALID_BODY if the batch itself has no valid shape. A fault in one operation becomes that operation's result. */
export function parseBatchBody(members: JsonObject): Batch {
  requireKnownMembers(members, batchBody, BATCH_HABITS);
  const { operations, atomic = null, return: shown = null } = members;
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > MAX_OPERATIONS) {
    const told = Array.isArray(operations) ? `; there are ${operations.length}` : notAsText(operations);
    throw invalidBody(`operations is a list of 1 to ${MAX_OPERATIONS} operations${told}.`);
  }
  if (atomic !== null && typeof atomic !== "boolean")
    throw invalidBody(`atomic is true or false${wrongType("boolean", atomic)}.`);
  if (shown !== null && !(RETURNS as readonly JsonValue[]).includes(shown))
    throw invalidBody(`return is ${RETURNS.map((word) => `"${word}"`).join(" or ")}.`);
  return { operations: operations.map(parseOperation), atomic: atomic ?? true, shown: shown === "representation" };
}

function parseOperation(value: JsonValue): Operation {
  try {
    return toOperation(value);
  } catch (error) {
    if (error instanceof ApiError) return { op: "none", error };
    throw error;
  }
}

function toOperation(value: JsonValue): Operation {
  const operation = requireObject(value, "An operation");
  const { op } = operation;
  if (!isKnown(op)) throw invalidBody(`op is "create", "update" or "upsert".${isDelete(op) ? NO_DELETE : ""}`);
  requireKnownMembers(operation, operations[op], OPERATION_HABITS, "", "operation");
  const data = requireObject(operation.data, "data");
  if (sizeOf(data) > MAX_BODY_BYTES) throw invalidBody(`data has more than ${MAX_BODY_BYTES / 1024 / 1024} MiB.`);
  if (op === "create") return { op: "create", data };
  const ifMatch = parsePrecondition(operation);
  if (op === "update") {
    if (typeof operation.id !== "string") throw invalidBody(`id is the id of the record that is updated${NO_ID}`);
    if (ifMatch === "absent") throw invalidBody('ifMatch of an update is a versionId or "*".');
    return { op: "update", id: operation.id, ifMatch, data };
  }
  return { op: "upsert", match: parseMatch(operation.match), ifMatch, data };
}

function isKnown(op: JsonValue | undefined): op is keyof typeof operations {
  return typeof op === "string" && Object.hasOwn(operations, op);
}

const NO_ID = ', a UUID in quotes. By a unique field, send "op": "upsert" with {"match": {"key": value}}.';
const NO_DELETE = " Nothing deletes many records at once: DELETE …/records/:recordId deletes one.";

function isDelete(op: JsonValue | undefined): boolean {
  return typeof op === "string" && /^(?:delete|remove|destroy)$/i.test(op);
}

function parseMatch(value: JsonValue | undefined): { key: string; value: JsonValue } {
  if (typeof value === "string")
    throw invalidBody(`match has the field and its value: {"match": {${quoteText(value)}: value}}.`);
  const [entry, ...others] = typeof value === "object" && !Array.isArray(value) ? Object.entries(value ?? {}) : [];
  if (entry === undefined || others.length > 0)
    throw invalidBody('match has one unique field: {"match": {"key": value}}.');
  const [key, own] = entry;
  return { key, value: own };
}

/** Returns null if the property is absent. An explicit `null` means "absent": the record must not exist yet. */
function parsePrecondition(operation: JsonObject): BatchPrecondition {
  if (!Object.hasOwn(operation, "ifMatch")) return null;
  const { ifMatch = null } = operation;
  if (ifMatch === null) return "absent";
  if (ifMatch === "*") return "any";
  if (typeof ifMatch === "string") return { version: ifMatch };
  throw invalidBody('ifMatch is the versionId of the record, a UUID in quotes, or "*" or null.');
}

function requireObject(value: JsonValue | undefined, what: string): JsonObject {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw invalidBody(
    `${what} is a JSON object${value === undefined ? ", and is missing" : `, not ${quoteText(JSON.stringify(value).slice(0, 40))}`}.`,
  );
}
