/**
 * By which fields an upsert can match, where discovery leaves it open: a label can be unique by a rule that compares without
 * case, and is then not matched by. The OpenAPI document of the token says it of each entity.
 */
import type { ClientOptions } from "../client.js";
import { openSend } from "../send.js";
import type { EntityDescription } from "../types.js";

/** By entity; those of others are all that are unique. */
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

/** As far as it is looked at. */
type OpenApiDocument = {
  paths: { [path: string]: { post?: { requestBody?: { content: { "application/json": { schema: Reference } } } } } };
  components: { schemas: { [name: string]: { properties?: { operations?: { items: { anyOf: Operation[] } } } } } };
};
type Reference = { $ref: string };
type Operation = { properties: { op: { const: string }; match?: { anyOf: { required: string[] }[] } } };

function matchedOf({ paths, components }: OpenApiDocument, entityKey: string): string[] {
  const body = paths[`/entities/${entityKey}/records/batch`]?.post?.requestBody;
  const name = body?.content["application/json"].schema.$ref.split("/").at(-1) ?? "";
  const operations = components.schemas[name]?.properties?.operations?.items.anyOf ?? [];
  return operations.flatMap(({ properties: { match } }) => match?.anyOf.flatMap(({ required }) => required) ?? []);
}
