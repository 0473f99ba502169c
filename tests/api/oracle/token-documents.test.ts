/**
 * The document of a token is exact: for generated callers, whatever it offers is accepted, whatever it leaves out is refused,
 * and every response is what its schema says. Writes are dry runs, so that each finds the same records.
 */
import fc from "fast-check";
import { afterAll, describe, expect, inject, it } from "vitest";
import { send } from "../../support/http";
import { type Json, OpenApiDocument } from "../../support/openapi-document";
import { DocumentReader } from "../../support/oracle/document-reader";
import { anyWorld } from "../../support/oracle/generate-worlds";
import { closeWorlds, openWorld } from "../../support/oracle/live-world";
import { scaled, seedOf } from "../../support/oracle/scale";
import { seedRecords } from "../../support/oracle/seed-records";

/** What disagrees, as sentences. `keys` and `fields` are those of all entities that there are. */
async function searchMismatches(
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

const WORLDS = scaled(1, 30);
const PEOPLE = scaled(5, 12);
const RECORDS = 10;

afterAll(closeWorlds);

for (const [index, draft] of fc.sample(anyWorld(PEOPLE), { numRuns: WORLDS, seed: seedOf(17) }).entries()) {
  describe(`world ${index + 1}`, async () => {
    const live = await openWorld(draft);
    await seedRecords(live, [live.admin, ...live.people], RECORDS, seedOf(index));

    for (const caller of [live.admin, ...live.people]) {
      it(`the document of ${caller.name} offers what is accepted, and nothing else`, { timeout: 120_000 }, async () => {
        const answer = await send(inject("origin"), { path: "/openapi.json", token: caller.token });
        expect(answer.status).toBe(200);
        const document = new OpenApiDocument(answer.json as Json);
        const reader = new DocumentReader(live, caller, document);
        for (const entity of draft.entities) {
          await reader.asksEveryEndpoint(entity);
          await reader.asksEveryCondition(entity);
          await reader.namesEveryField(entity);
          await reader.writesEveryField(entity);
          await reader.asksAtRandom(entity);
        }
        expect(reader.mismatches).toEqual([]);
        const keys = draft.entities.map(({ key }) => key);
        const fields = [...new Set(draft.entities.flatMap((entity) => entity.fields.map(({ key }) => key)))];
        expect(await searchMismatches(document, caller.token, { keys, fields })).toEqual([]);
        expect(reader.asked).toBeGreaterThan(caller === live.admin ? 300 : 15);
      });
    }
  });
}
