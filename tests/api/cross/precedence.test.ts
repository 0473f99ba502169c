/** Requests that are wrong in two ways at once, or three: the earlier step of contract § 1 is told, and nothing is written. */
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Call, send } from "../../support/http";
import { sendAsk } from "../../support/oracle/compare";
import { type FaultWorld, openFaultWorld, tokenFor } from "../../support/oracle/fault-world";
import { codesOf, combinations, type Endpoint, FAULTS, type Fault, type Parts } from "../../support/oracle/faults";
import { closeWorlds } from "../../support/oracle/live-world";
import { scaled } from "../../support/oracle/scale";
import { dataOf, errorOf, type Page } from "../../support/organization";
import { expectAnswerRules } from "../../support/response-rules";

const MOST_FAULTS = scaled(2, 3);
const VERBS = { list: "list", query: "list", read: "list", create: "create", update: "update", delete: "delete" };

let world: FaultWorld;

beforeAll(async () => {
  world = await openFaultWorld();
});
afterAll(closeWorlds);

describe.each(Object.keys(FAULTS) as Endpoint[])("%s", (endpoint) => {
  for (let count = 1; count <= MOST_FAULTS; count += 1) {
    const cases = combinations(FAULTS[endpoint], count);
    it(`tells the first fault of ${cases.length} requests with ${count}`, async () => {
      const before = await storedRecords();
      const wrong: string[] = [];
      for (const faults of cases) wrong.push(...(await tell(endpoint, faults)));
      expect(wrong).toEqual([]);
      expect(await storedRecords()).toEqual(before);
    }, 300_000);
  }
});

/** Last, since it changes the world. */
it.each(Object.keys(FAULTS) as Endpoint[])("a request without a fault: %s succeeds", async (endpoint) => {
  const answer = await send(inject("origin"), await callOf(endpoint, world.rightRequest(endpoint)));
  expect(answer.status).toBe(endpoint === "create" ? 201 : 200);
});

/** What is told instead of what should be; nothing where that is right. */
async function tell(endpoint: Endpoint, faults: Fault[]): Promise<string[]> {
  const parts = faults.reduce((request, fault) => fault.make(request, world.ids), world.rightRequest(endpoint));
  const call = await callOf(endpoint, parts);
  const answer = await send(inject("origin"), call);
  expectAnswerRules(answer, call, parts.method === "PUT" ? "before the gate" : "after the gate");
  const code = answer.status < 400 ? String(answer.status) : errorOf(answer).code;
  const expected = codesOf(faults);
  if (expected.some((one) => one === code)) return [];
  return [`${faults.map(({ name }) => name).join(" and ")}: ${code} instead of ${expected.join(" or ")}`];
}

async function callOf(
  endpoint: Endpoint,
  { method, query, entity, id, ifMatch, data, body, token }: Parts,
): Promise<Call> {
  const place = endpoint === "query" ? "/query" : id === null ? "" : `/${id}`;
  const hasBody = endpoint === "query" || endpoint === "create" || endpoint === "update";
  const text = await tokenFor(world.live, token, VERBS[endpoint]);
  return {
    method,
    path: `/entities/${entity}/records${place}${query}`,
    ...(ifMatch === null ? {} : { headers: { "if-match": ifMatch } }),
    ...(hasBody ? { body: body ?? JSON.stringify({ data }) } : {}),
    ...(text === undefined ? {} : { token: text }),
  };
}

async function storedRecords(): Promise<unknown> {
  return dataOf<Page>(await sendAsk(world.live.admin, { endpoint: "list", entity: "cases", query: [] }));
}
