/** Batches that race by key, and writers beside them (docs/contract.md, Batch): no duplicate, no lost update, no deadlock that shows. */
import { describe, expect, it } from "vitest";
import { post, send } from "../../support/http";
import { figure } from "../../support/long";
import { dataOf, openOrganization, type RecordView, recordsPath } from "../../support/organization";
import { originOf } from "../../support/parallel";

const acme = await openOrganization("batches");
const file = structuredClone(acme.file);
file.entities.push({
  key: "counters",
  exposed: true,
  labelField: "name",
  fields: [
    { key: "name", type: "text" },
    { key: "number", type: "integer", unique: true },
    { key: "count", type: "integer" },
  ],
});
file.roles
  .find(({ key }) => key === "everything")
  ?.grants.push({ entity: "counters", verbs: ["list", "create", "update"] });
await acme.apply(file);

const PATH = recordsPath("counters");
const KEYS = 100;
const RACERS = figure(12, 50);

const shuffled = <Item>(items: Item[]) =>
  items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);

async function listAll(): Promise<RecordView[]> {
  const answer = await send(acme.origin, { path: `${PATH}?limit=500`, token: acme.token("ada") });
  return dataOf<{ items: RecordView[] }>(answer).items;
}

const sendBatch = (racer: number, operations: unknown[], atomic = true) =>
  send(originOf(racer), post(`${PATH}/batch`, { operations, atomic }, { token: acme.token("ada") }));

describe("batches that race", () => {
  it("by the same keys, in different orders, leave one record of each", async () => {
    const numbers = Array.from({ length: KEYS }, (_, index) => index + 1);
    const answers = await Promise.all(
      Array.from({ length: RACERS }, (_, racer) =>
        sendBatch(
          racer,
          shuffled(numbers).map((number) => ({
            op: "upsert",
            match: { number },
            ifMatch: "*",
            data: { name: `by ${racer}` },
          })),
          racer % 2 === 0,
        ),
      ),
    );
    expect(answers.map(({ status, text }) => (status === 200 ? "200" : text))).toEqual(answers.map(() => "200"));
    for (const answer of answers) {
      const statuses = dataOf<{ results: { status: number }[] }>(answer).results.map(({ status }) => status);
      expect(statuses.filter((status) => status !== 200 && status !== 201)).toEqual([]);
    }
    const records = await listAll();
    expect(records.map(({ data }) => data.number).sort((a, b) => Number(a) - Number(b))).toEqual(numbers);
  });

  it("by versions lose no update: each adds one, and retries if another was faster", async () => {
    const counted = Array.from({ length: 10 }, (_, index) => 500 + index);
    await sendBatch(
      0,
      counted.map((number) => ({ op: "create", data: { number, count: 0 } })),
    );
    await Promise.all(
      Array.from({ length: RACERS }, async (_, racer) => {
        for (let written = false; !written; ) {
          const records = (await listAll()).filter(({ data }) => counted.includes(data.number as number));
          const operations = shuffled(records).map(({ id, versionId, data }) => ({
            op: "update",
            id,
            ifMatch: versionId,
            data: { count: (data.count as number) + 1 },
          }));
          const answer = await sendBatch(racer, operations);
          expect([200, 412], answer.text).toContain(answer.status);
          written = answer.status === 200;
        }
      }),
    );
    const records = (await listAll()).filter(({ data }) => counted.includes(data.number as number));
    expect(records.map(({ data }) => data.count)).toEqual(counted.map(() => RACERS));
  });
});
