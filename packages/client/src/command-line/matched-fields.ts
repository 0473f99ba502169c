/**
 * Finds the fields by which an upsert can match, where discovery leaves it open: a label that is unique only by a
 * case-insensitive rule cannot be matched by. The OpenAPI document of the token says which fields each entity allows.
 */
import type { ClientOptions } from "../client.js";
import { openSend } from "../send.js";
import type { EntityDescription } from "../types.js";

/** By entity key. For entities that are absent, these are all unique fields. */
export type MatchedFields = ReadonlyMap<string, readonly string[]>;

export async function findMatchedFields(
  connection: ClientOptions,
  entities: readonly EntityDescription[],
): Promise<MatchedFields> {
  const open = entities.filter(hasUniqueLabel);
  if (open.length === 0) return new Map();
  const send = openSend(connection);
  const document = await send<OpenApiDocument>({ method: "GET", path: "/openapi.json", isWhole: true });
  return new Map(open.map(({ entityKey }) => [entityKey, matchedOf(document, entityKey)]));
}

function hasUniqueLabel({ permissions, labelField, fields }: EntityDescription): boolean {
  const isWritten = permissions.create || permissions.update;
  return isWritten && fields.some(({ key, unique, queryable }) => key === labelField && unique && queryable);
}

/** Only the parts that are read. */
type OpenApiDocument = {
  paths: { [path: string]: { post?: { requestBody?: { content: { "application/json": { schema: Reference } } } } } };
  components: { schemas: { [name: string]: { properties?: { operations?: { items: Choice<Operation> } } } } };
};
type Reference = { $ref: string };
type Operation = { properties: { op: { const: string }; match?: Choice<{ required: string[] }> } };
/** With one schema there is no `anyOf`. */
type Choice<Schema> = Schema | { anyOf: Schema[] };

function matchedOf({ paths, components }: OpenApiDocument, entityKey: string): string[] {
  const body = paths[`/entities/${entityKey}/records/batch`]?.post?.requestBody;
  const name = body?.content["application/json"].schema.$ref.split("/").at(-1) ?? "";
  const operations = schemasOf(components.schemas[name]?.properties?.operations?.items);
  return operations.flatMap(({ properties: { match } }) => schemasOf(match).flatMap(({ required }) => required));
}

function schemasOf<Schema extends object>(choice: Choice<Schema> | undefined): Schema[] {
  if (choice === undefined) return [];
  return "anyOf" in choice ? choice.anyOf : [choice];
}
