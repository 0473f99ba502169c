/** The operations that `propose` takes: those of a batch on one entity, or one delete. */
import { MAX_PLAN_OPERATIONS } from "../../limits";
import { notAsText } from "../../messages/wrong-type";
import type { JsonObject, JsonValue } from "../../model";
import { invalidBody, requireKnownMembers } from "../../public-api/input/body";
import { entityOf, MAX_NAME_LENGTH, requireText } from "../arguments";
import { isObject } from "../message";

const OPS = ["create", "update", "upsert", "delete"] as const;

/** In the batch's form, without the entity; a delete has `id` and `ifMatch`. */
export type Operations = { entity: string; operations: JsonObject[]; isDelete: boolean };

/** Throws INVALID_BODY. The content of an operation is checked by the API. */
export function parseOperations(value: JsonValue | undefined): Operations {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_PLAN_OPERATIONS)
    throw invalidBody(
      `operations is a list of 1 to ${MAX_PLAN_OPERATIONS} operations: [{"op": "create", "entity": …, "data": {…}}]${notAsText(value)}.`,
    );
  const operations = value.map(requireOperation);
  const [first = {}] = operations;
  const entity = entityOf(first);
  if (operations.some((operation) => operation.entity !== entity))
    throw invalidBody(
      "All operations of a plan are on one entity, so that all of them are done or none. Propose one plan for each entity.",
    );
  const isDelete = operations.some(({ op }) => op === "delete");
  if (isDelete && operations.length > 1)
    throw invalidBody("A delete is a plan by itself. Propose the other operations as another plan.");
  if (isDelete) {
    // The members of other operations are checked by the API, which has no delete among them.
    requireKnownMembers(first, DELETE, [], "", "operation");
    requireText(first, "id", "the id of the record to delete", MAX_NAME_LENGTH);
  }
  return { entity, operations: operations.map(({ entity: _, ...others }) => others), isDelete };
}

const DELETE = { shape: { op: true, entity: true, id: true, ifMatch: true } };

function requireOperation(value: JsonValue): JsonObject {
  if (!isObject(value))
    throw invalidBody('An operation is an object: {"op": "update", "entity": …, "id": …, "ifMatch": …, "data": {…}}.');
  if (OPS.some((op) => op === value.op)) return value;
  throw invalidBody(`op is one of ${OPS.join(", ")}.`);
}
