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
import { searchMismatches } from "../../support/oracle/search-offered";
import { seedRecords } from "../../support/oracle/seed-records";

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
