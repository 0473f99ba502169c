/** The examples of a token's document can be sent as they stand, and change nothing. */
import { describe, expect, it } from "vitest";
import { openExampleGround } from "../support/example-ground";
import type { Call } from "../support/http";
import { type Json, OpenApiDocument, type Operation } from "../support/openapi-document";

const { ask, filled, state } = await openExampleGround();

/** Every parameter that has an example, the ids of real records, and the example of the body. */
function callOf({ method, path, parameters, requestBody }: Operation): Call {
  const given = (place: string) =>
    parameters
      .filter((parameter) => parameter.in === place && parameter.example !== undefined)
      .map(({ name, example }): [string, string] => [name, String(example)]);
  const media = requestBody?.content["application/json"];
  const [named] = Object.values(media?.examples ?? {}) as { value: unknown }[];
  const json = named?.value ?? media?.example;
  return {
    method,
    path: `${filled(path)}?${new URLSearchParams(given("query"))}`,
    headers: Object.fromEntries(given("header")),
    ...(json === undefined ? {} : { json }),
  };
}

describe("the examples of the document", async () => {
  const document = new OpenApiDocument((await ask({ path: "/openapi.json" })).json as Json);
  const operations = [...document.operations.values()];
  const isRead = ({ method, path }: Operation) => method === "GET" || /\/(query|aggregate)$/.test(path);
  const isDry = ({ parameters }: Operation) =>
    parameters.some(({ name, example }) => name === "dryRun" && example === true);

  it("succeed, and leave every record and webhook as it was", async () => {
    const before = await state();
    const sent = operations.filter((operation) => isRead(operation) || isDry(operation));
    const refused: string[] = [];
    for (const operation of sent) {
      const { status, text } = await ask(callOf(operation));
      if (status >= 300) refused.push(`${operation.operationId}: ${status} ${text}`);
    }
    expect(refused).toEqual([]);
    expect(sent.length).toBeGreaterThan(50);
    expect(await state()).toEqual(before);
  });

  it("are dry runs for every write but those that need the id of a webhook", () => {
    const others = operations.filter((operation) => !isRead(operation) && !isDry(operation));
    expect(others.map(({ operationId }) => operationId)).toEqual(["testWebhook", "replayWebhook", "rotateWebhook"]);
    for (const { parameters } of others)
      expect(parameters.find(({ name }) => name === "webhookId")).toMatchObject({ required: true });
  });

  it("are given for no id, no key of a repetition and no other optional header", () => {
    const parameters = operations.flatMap((operation) => operation.parameters);
    const given = parameters.filter(({ example }) => example !== undefined);
    expect([...new Set(given.map(({ name, example }) => `${name}: ${example}`))].sort()).toEqual([
      "If-Match: *",
      "dryRun: true",
      "q: example",
    ]);
    const defaults = parameters.filter(({ schema }) => "default" in schema).map(({ name }) => name);
    expect([...new Set(defaults)]).toEqual(["limit"]);
  });
});
