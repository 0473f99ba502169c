/** The schemas of the bodies that create, update and batch records of one entity. */
import type { FieldView } from "../../../entities/view";
import { MAX_OPERATIONS } from "../../../limits";
import { isDue } from "./entity-examples";
import { presentSchema, writeSchema } from "./field-schemas";
import { anyOf, closed, type Json, own, UUID } from "./json-schema";
import type { OfferedEntity } from "./offered-entity";
import { shared } from "./shared-schemas";

export function createSchema(offered: OfferedEntity): Json {
  const given = offered.description.fields.filter(({ createable }) => createable);
  const required = given.filter(isDue).map(({ key }) => key);
  return closed(members(offered, given, "create"), required);
}

export function updateSchema(offered: OfferedEntity): Json {
  const given = offered.description.fields.filter(({ updateable }) => updateable);
  return closed(members(offered, given, "update"));
}

function members({ referenceKeys }: OfferedEntity, fields: readonly FieldView[], op: "create" | "update") {
  return Object.fromEntries(fields.map((field) => [field.key, writeSchema(field, op, referenceKeys.get(field.key))]));
}

export function batchSchema(offered: OfferedEntity): Json {
  const { name, permissions, matched } = offered;
  const operations = [
    ...(permissions.create ? [operation("create", { data: own(name, "Create") })] : []),
    ...(permissions.update
      ? [operation("update", { id: UUID, ifMatch: shared("Version"), data: own(name, "Update") })]
      : []),
    ...(matched.length > 0 ? [upsertOperation(offered)] : []),
  ];
  return closed(
    {
      operations: { type: "array", items: anyOf(operations), minItems: 1, maxItems: MAX_OPERATIONS },
      atomic: shared("IsAtomic"),
      return: shared("Returned"),
    },
    ["operations"],
  );
}

function operation(op: string, properties: Record<string, Json>): Json {
  return closed({ op: { type: "string", const: op }, ...properties }, ["op", ...Object.keys(properties)]);
}

function upsertOperation(offered: OfferedEntity): Json {
  const matches = offered.matched.map((field) => closed({ [field.key]: presentSchema(field) }, [field.key]));
  const match = { ...anyOf(matches), description: "The key of one unique field, and its value." };
  return operation("upsert", { match, ifMatch: shared("VersionOrNothing"), data: upsertData(offered) });
}

/** The data of an upsert: what either a create or an update accepts, which is usually the same as for an update. */
function upsertData(offered: OfferedEntity): Json {
  const { name, permissions, description } = offered;
  const given = description.fields.filter(({ createable, updateable }) => createable || updateable);
  const isUpdate = permissions.update && given.every(({ updateable }) => updateable);
  return isUpdate ? own(name, "Update") : closed(members(offered, given, "update"));
}
