/** The schemas of the bodies that create, update and batch records of one entity. */
import type { FieldView } from "../../../entities/view";
import { MAX_OPERATIONS } from "../../../limits";
import { filled, jsonPlace, type TextTemplate } from "../text-template";
import { isDue } from "./entity-examples";
import { closed, keysText, own, remembered } from "./entity-form";
import { presentSchema, writeSchema } from "./field-schemas";
import type { OfferedEntity } from "./offered-entity";
import { shared } from "./shared-schemas";
import { anyOf } from "./value-schemas";

const UUID = { type: "string", format: "uuid" };

type Member = { field: FieldView; text: string };

/** The properties of updates and upserts. An upsert accepts what either a create or an update accepts. */
export function updateMembers({ description: { fields }, referenceKeys }: OfferedEntity): Member[] {
  return fields
    .filter(({ createable, updateable }) => createable || updateable)
    .map((field) => ({ field, text: `"${field.key}":${writeSchema(field, "update", referenceKeys.get(field.key))}` }));
}

export function createSchema({ description: { fields }, referenceKeys }: OfferedEntity): string {
  const given = fields.filter(({ createable }) => createable);
  const members = given.map((field) => ({
    field,
    text: `"${field.key}":${writeSchema(field, "create", referenceKeys.get(field.key))}`,
  }));
  return membersSchema(members, given.filter(isDue));
}

/** An object with these properties only. */
export function membersSchema(members: readonly Member[], required: readonly FieldView[] = []): string {
  const demand = required.length === 0 ? "" : `,"required":${keysText(required.map(({ key }) => key))}`;
  return `{"type":"object","properties":{${members.map(({ text }) => text).join()}}${demand},"additionalProperties":false}`;
}

const CREATE_OPERATION = closed({ op: { type: "string", const: "create" }, data: own("Create") }, ["op", "data"]);
const UPDATE_OPERATION = closed(
  { op: { type: "string", const: "update" }, id: UUID, ifMatch: shared("Version"), data: own("Update") },
  ["op", "id", "ifMatch", "data"],
);
const UPSERT_OPERATION = closed(
  {
    op: { type: "string", const: "upsert" },
    match: jsonPlace("match"),
    ifMatch: shared("VersionOrNothing"),
    data: jsonPlace("data"),
  },
  ["op", "match", "ifMatch", "data"],
);

/** Templates, keyed by the available operations. */
const BATCHES = new Map<string, TextTemplate>();

export function batchSchema({ name, permissions, matched }: OfferedEntity, updates: readonly Member[]): string {
  const operations = [
    ...(permissions.create ? [CREATE_OPERATION] : []),
    ...(permissions.update ? [UPDATE_OPERATION] : []),
    ...(matched.length > 0 ? [UPSERT_OPERATION] : []),
  ];
  const form = remembered(
    BATCHES,
    operations.map(({ required }) => String(required)).join(";") + permissions.create,
    () =>
      closed(
        {
          operations: { type: "array", items: anyOf(operations), minItems: 1, maxItems: MAX_OPERATIONS },
          atomic: shared("IsAtomic"),
          return: shared("Returned"),
        },
        ["operations"],
      ),
  );
  const matches = matched.map((field) => closed({ [field.key]: presentSchema(field) }, [field.key]));
  const match = { ...anyOf(matches), description: "The key of one unique field, and its value." };
  return filled(form, {
    name,
    match: JSON.stringify(match),
    data: matched.length === 0 ? "" : upsertData(name, permissions, updates),
  });
}

/** The data of an upsert: what either a create or an update accepts, which is usually the same as for an update. */
function upsertData(name: string, { update }: OfferedEntity["permissions"], updates: readonly Member[]): string {
  const isUpdate = update && updates.every(({ field }) => field.updateable);
  return isUpdate ? `{"$ref":"#/components/schemas/${name}Update"}` : membersSchema(updates);
}
