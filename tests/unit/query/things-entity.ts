/** An entity with a field of every type, compiled without a database. */
import { compileEntity } from "@/lib/configuration/compile";
import { parseDocument } from "@/lib/configuration/parse";
import type { Entity, Field } from "@/lib/model";
import type { Row } from "@/lib/query/columns";
import type { Column } from "@/lib/query/plan";
import { sql } from "../../../lib/query/sql";

/** The last one would end a text of a statement, if it were not quoted. */
export const STAGES = ["lead", "Won", "lost", "it's \\"];

const FIELDS = [
  { key: "title", type: "text" },
  { key: "mail", type: "email", indexed: true },
  { key: "link", type: "url" },
  { key: "whole", type: "integer", indexed: true },
  { key: "ratio", type: "number" },
  { key: "price", type: "decimal", indexed: true },
  { key: "open", type: "boolean", indexed: true },
  { key: "day", type: "date", indexed: true },
  { key: "moment", type: "datetime" },
  { key: "stage", type: "select", options: STAGES, indexed: true },
  { key: "tags", type: "multiselect", options: STAGES },
  { key: "other", type: "reference", entity: "things" },
  { key: "extra", type: "json" },
];

const OWN = ["createdBy", "eq", "$member.id"];

export function thingsFile(organizationKey: string) {
  return {
    organization: { key: organizationKey, name: "Things" },
    entities: [{ key: "things", labelField: "title", fields: FIELDS }],
    roles: [{ key: "own", name: "Own", grants: [{ entity: "things", verbs: ["list"], where: OWN }] }],
  };
}

export const ENTITY_ID = "00000000-0000-7000-8000-0000000000e1";

export const thingsEntity: Entity = compile();

function compile(): Entity {
  const [document] = parseDocument(thingsFile("things")).entities;
  if (document === undefined) throw new Error("the file has no entity");
  return compileEntity(document, ENTITY_ID);
}

/** The column of their title, and a record of which the title alone is known. */
export const TITLE: Column = { kind: "data", field: titleOf(thingsEntity) };
const NULL = sql`NULL`;
export const titled = (title: string): Row => ({
  ...{ id: NULL, created: NULL, updated: NULL, createdBy: NULL },
  data: sql`${JSON.stringify({ title })}::jsonb`,
});

function titleOf({ fields }: Entity): Field {
  const field = fields.get("title");
  if (field === undefined) throw new Error("things have no title");
  return field;
}
