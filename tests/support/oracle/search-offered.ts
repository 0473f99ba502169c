/** The search in the document of a caller: offered where it can list something, with its entities and fields alone. */
import { inject } from "vitest";
import { send } from "../http";
import type { OpenApiDocument } from "../openapi-document";

/** What disagrees, as sentences. `keys` and `fields` are those of all entities that there are. */
export async function searchMismatches(
  document: OpenApiDocument,
  token: string,
  all: { keys: string[]; fields: string[] },
): Promise<string[]> {
  const operation = document.find("search");
  const ask = (query: string) => send(inject("origin"), { path: `/search?q=a${query}`, token });
  const mismatches: string[] = [];
  const expectStatus = async (query: string, isOffered: boolean) => {
    const { status } = await ask(query);
    if ((status === 200) !== isOffered)
      mismatches.push(`search${query} is ${isOffered ? "" : "not "}offered: ${status}`);
  };
  await expectStatus("", operation !== null);
  const offered = (name: string) =>
    (operation?.parameters.find((parameter) => parameter.name === name)?.schema.items?.enum ?? []) as string[];
  const [entities, fields] = [offered("entities"), offered("fields")];
  for (const key of all.keys) await expectStatus(`&entities=${key}`, entities.includes(key));
  for (const field of all.fields) await expectStatus(`&fields=${field}`, fields.includes(field));
  if (operation === null) return mismatches;
  const schema = operation.responses["200"]?.content?.["application/json"]?.schema ?? {};
  const fault = document.faultOf(schema, (await ask("&limit=50")).json);
  return fault === null ? mismatches : [...mismatches, `the response of a search: ${fault}`];
}
