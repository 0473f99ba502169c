/** The operations of any entity, from the rows of the registry, with places for what is the entity's own. */
import { runtime } from "../../process/runtime";
import { takingTurns } from "../../time/turns";
import type { EndpointRow } from "../endpoints/endpoint";
import { type EntityRowName, entityOperation, type Variant } from "./entity/entity-operations";
import { type Json, operationOf } from "./operation";
import { SharedComponents } from "./shared-components";
import { type TextTemplate, textTemplate } from "./text-template";

/** The rows that there are, by name. */
export type Rows = Readonly<Record<string, EndpointRow>>;

/** Of what is about no entity. No key of an entity has a space. */
export const TOKEN_TAG = "The token";

/** An operation of any entity, with places for what is the entity's own. */
export type Form = {
  row: EndpointRow;
  path: TextTemplate;
  operation: TextTemplate;
  method: string;
  references: string;
};
export type Forms = { entity: Map<string, Form>; caller: { path: string; text: string }[]; shared: SharedComponents };

const written = runtime.part("forms of documents", () => new Map<Rows, Promise<Forms>>());

/** Written once in a process. */
export function formsOf(rows: Rows): Promise<Forms> {
  const known = written().get(rows);
  if (known !== undefined) return known;
  const forms = writeForms(rows);
  written().set(rows, forms);
  return forms;
}

async function writeForms(rows: Rows): Promise<Forms> {
  const turn = takingTurns();
  const shared = new SharedComponents();
  await turn();
  const entity = new Map<string, Form>();
  for (const name of ENTITY_ROWS) {
    const row = rows[name];
    if (row === undefined) throw new Error(`There is no endpoint ${name}.`);
    for (const variant of VARIANTS) {
      const { path, method, operation } = entityOperation(name, row, variant, shared);
      const template = textTemplate(operation);
      const references = template.filter((_, index) => index % 2 === 0).join(" ");
      entity.set(formKey(name, variant), {
        row,
        path: textTemplate(path),
        method,
        operation: template,
        references,
      });
      await turn();
    }
  }
  const caller = Object.values(rows)
    .filter(({ about }) => about === "caller")
    .map((row) => {
      const { responses, ...operation } = operationOf(row, shared.schemas);
      const text = JSON.stringify({
        ...operation,
        tags: [TOKEN_TAG],
        responses: { ...(responses as Json), ...shared.errorResponses(row) },
      });
      return { path: row.path, text: `{${JSON.stringify(row.method.toLowerCase())}:${text}}` };
    });
  return { entity, caller, shared };
}

/** In the order of the document. */
export const ENTITY_ROWS: readonly EntityRowName[] = [
  "entities.describe",
  "records.list",
  "records.create",
  "records.query",
  "records.aggregate",
  "records.batch",
  "records.read",
  "records.update",
  "records.delete",
  "changes.list",
];

const VARIANTS: readonly Variant[] = [
  { hasKeys: false, hasReferences: false },
  { hasKeys: true, hasReferences: false },
  { hasKeys: true, hasReferences: true },
];

export function formKey(name: string, { hasKeys, hasReferences }: Variant): string {
  return `${name} ${hasKeys} ${hasReferences}`;
}
