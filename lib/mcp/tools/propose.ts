/** `propose`: a dry run of operations. It returns what would change, what is refused, and a plan that `apply` can do. */
import type { Access } from "../../access/compile";
import { MAX_PLAN_OPERATIONS } from "../../limits";
import type { JsonObject } from "../../model";
import { ask, askToDelete, requireWhole } from "../ask";
import { requireFitting } from "../cut";
import { changedFields, dataOf, type Resolved, resolveKeys } from "../plan/dry-run";
import { parseOperations } from "../plan/operations";
import { sealPlan } from "../plan/plan";
import { findStored, type Stored } from "../plan/stored-records";
import { inToolWords, Refused } from "../refused";
import { list, OBJECTS, object, type Schema, STRING_OR_NULL, type Tool, type ToolCall } from "../tool";

/** One of these verbs is needed for an operation. */
const VERBS_OF = { create: ["create"], update: ["update"], upsert: ["create", "update"], delete: ["delete"] } as const;

export const propose: Tool = {
  name: "propose",
  title: "Propose changes",
  showsRecords: true,
  description: `A dry run of up to ${MAX_PLAN_OPERATIONS} operations on one entity, or of one delete. Returns changes, refusals, and the plan for apply if nothing is refused. Writes nothing.`,
  verbs: ["create", "update", "delete"],
  prepares: true,
  input: (entity, access) => object({ operations: list(operationSchema(entity, access)) }, ["operations"]),
  output: object({ plan: STRING_OR_NULL, changes: OBJECTS, refusals: OBJECTS }, ["plan", "changes", "refusals"]),
  call: async (call) => {
    const { entity, operations, isDelete } = parseOperations(call.args.operations);
    const stored = await findStored(call.within, entity, operations);
    const pinned = operations.map((operation, index) => pin(operation, stored[index] ?? null));
    const proposed = { call, entity, stored };
    return isDelete ? proposeDelete(proposed, pinned) : proposeBatch(proposed, pinned);
  },
};

function operationSchema(entity: Schema, access: Access): Schema {
  const all = access.entities();
  const ops = Object.entries(VERBS_OF).filter(([, verbs]) =>
    all.some(({ permissions }) => verbs.some((verb) => permissions[verb])),
  );
  return object(
    {
      entity,
      op: { type: "string", enum: ops.map(([op]) => op) },
      id: { type: "string" },
      ifMatch: { ...STRING_OR_NULL, description: "the versionId read; null: must not exist" },
      match: { type: "object", description: "of upsert: {unique field: value}" },
      data: { type: "object" },
    },
    ["entity", "op"],
  );
}

/** Pins `*`, or an upsert without a version, to the version that the caller saw. Without one, the dry run decides. */
function pin(operation: JsonObject, stored: Stored | null): JsonObject {
  const isOpen = operation.ifMatch === "*" || (operation.op === "upsert" && operation.ifMatch === undefined);
  return isOpen ? { ...operation, ifMatch: stored?.versionId ?? "*" } : operation;
}

/** An upsert that would create a record must not change one that exists by then. */
function pinNew(operation: JsonObject, result: JsonObject): JsonObject {
  const isNew = operation.op === "upsert" && operation.ifMatch === "*" && isCreated(result);
  return isNew ? { ...operation, ifMatch: null } : operation;
}

type Proposed = { call: ToolCall; entity: string; stored: (Stored | null)[] };

async function proposeBatch({ call, entity, stored }: Proposed, operations: JsonObject[]): Promise<JsonObject> {
  const { within, most } = call;
  const body = { operations, atomic: false, return: "representation" };
  const answered = await ask(within, { endpoint: "records.batch", entity, query: { dryRun: "true" }, body });
  const results = requireWhole(answered).results as JsonObject[];
  const resolved = resolveKeys(within.caller.access.entity(entity), operations, results);
  const changes: JsonObject[] = [];
  const refusals: JsonObject[] = [];
  const planned: JsonObject[] = [];
  for (const [index, one] of resolved.entries()) {
    const result = results[index] ?? {};
    const operation = pinNew(one.operation, result);
    planned.push(operation);
    const error = errorOf(result) ?? unplannable(one, operation);
    if (error !== null) refusals.push({ index, ...error });
    else changes.push({ index, ...changeOf(one, stored[index] ?? null, result) });
  }
  const plan = refusals.length > 0 ? null : sealPlan(within.caller, { entity, operations: planned }, Date.now());
  return requireFitting({ plan, changes, refusals }, most);
}

async function proposeDelete({ call, entity, stored }: Proposed, operations: JsonObject[]): Promise<JsonObject> {
  const { within, most } = call;
  const [operation = {}] = operations;
  const { id } = operation;
  try {
    await askToDelete(within, entity, operation, { query: { dryRun: "true" } });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { code = "", message = "" } = error.error;
    if (!OF_RECORDS.includes(String(code))) throw error;
    return { plan: null, changes: [], refusals: [{ index: 0, code, message }] };
  }
  if (operation.ifMatch === "*") return { plan: null, changes: [], refusals: [{ index: 0, ...NO_VERSION }] };
  const before = Object.entries(stored[0]?.data ?? {}).filter(([, value]) => value !== null);
  const fields = Object.fromEntries(before.map(([key, value]) => [key, { before: value, after: null }]));
  const plan = sealPlan(within.caller, { entity, operations }, Date.now());
  return requireFitting({ plan, changes: [{ index: 0, op: "delete", id: id ?? null, fields }], refusals: [] }, most);
}

/** Codes that say that the operation cannot be done, rather than that the request could not be handled. */
const OF_RECORDS = [
  "RECORD_NOT_FOUND",
  "PERMISSION_DENIED",
  "PRECONDITION_REQUIRED",
  "PRECONDITION_FAILED",
  "PARENT_REFERENCE",
];

const NO_VERSION = {
  code: "PRECONDITION_REQUIRED",
  message: "This token cannot read the record, so * names no version. Send the versionId that you know as ifMatch.",
};

const OF_NEW = {
  code: "INVALID_BODY",
  message:
    "An earlier operation of the plan creates this record. Put both changes into that operation, or propose this one once the plan is applied.",
};

/** null if the operation can be planned. */
function unplannable({ unseen, isOfNew }: Resolved, { ifMatch }: JsonObject): JsonObject | null {
  if (isOfNew) return OF_NEW;
  if (unseen === null) return ifMatch === "*" ? NO_VERSION : null;
  const message = `${unseen} is given by a key, and this token cannot read which record that is. Send the id of the record.`;
  return { code: "INVALID_BODY", message };
}

/** null if the operation would be done, even if its creator could not read the new record. */
function errorOf({ error }: JsonObject): JsonObject | null {
  if (error === undefined || (error as JsonObject).code === "CREATED_RECORD_NOT_READABLE") return null;
  return inToolWords(error as JsonObject);
}

function changeOf({ operation, keys }: Resolved, stored: Stored | null, result: JsonObject): JsonObject {
  const shown = dataOf(result);
  const after = shown === null ? null : { ...shown, ...keys };
  const fields = changedFields((operation.data ?? {}) as JsonObject, { before: stored?.data ?? null, after });
  return { op: operation.op ?? null, ...(isCreated(result) ? {} : { id: result.id ?? null }), fields };
}

/** Also for a record that its creator could not read, which has no id here. */
function isCreated({ status, id }: JsonObject): boolean {
  return status === 201 || id === undefined;
}
