/** The database has done it, and its answer is lost: nobody may be told what is not so. */
import { expect, it } from "vitest";
import { sql } from "../../support/database-client";
import { type Answer, type Call, patch, post, send } from "../../support/http";
import { dataOf, errorOf, openOrganization, type RecordView, recordsPath } from "../../support/organization";
import { openRelayedService } from "../../support/relayed-service";
import { expectAnswerRules } from "../../support/response-rules";

const acme = await openOrganization("lost");
const under = openRelayedService();

const ask = (call: Call) => send(under.service.origin, { ...call, token: acme.token("wim") });

/** The answer to a call whose statement was carried out without anybody hearing of it. */
async function askInVain(statement: string, call: Call): Promise<Answer> {
  const lost = under.relay.loseAnswerTo(statement);
  const [answer] = await Promise.all([ask(call), lost]);
  expectAnswerRules(answer, call, "after the gate");
  expect([answer.status, errorOf(answer).code]).toEqual([500, "SERVER_ERROR"]);
  return answer;
}

it("of an update: 500, and the same ETag again gives 412, because it was written", async () => {
  const record = await acme.create("wim", "samples", { name: "updated in vain" });
  const call = patch(record.path, { integer: 1 }, {}, record.etag);
  await askInVain("UPDATE record_partitions.", call);
  expect((await acme.read("wim", record.path)).data.integer).toBe(1);
  const again = await ask(call);
  expect([again.status, errorOf(again).code]).toEqual([412, "PRECONDITION_FAILED"]);
});

it("of a delete: 500, and the same again gives 404, because it is gone", async () => {
  const record = await acme.create("wim", "samples", { name: "deleted in vain" });
  const call = { method: "DELETE", path: record.path, headers: { "if-match": record.etag } };
  await askInVain("DELETE FROM record_partitions.", call);
  expect((await ask(call)).status).toBe(404);
});

const sample = (name: string, headers: Record<string, string> = {}) =>
  post(recordsPath("samples"), { data: { name } }, { headers });

it("of a create: 500, written once and not again", async () => {
  await askInVain("INSERT INTO record_partitions.", sample("created in vain"));
  expect(await sql("select from records where data->>'name' = 'created in vain'")).toHaveLength(1);
});

it("of a commit with an Idempotency-Key: 500, and the same again gives the original 201", async () => {
  const call = sample("committed in vain", { "idempotency-key": "commit-lost" });
  await askInVain("COMMIT", call);
  const [stored] = await sql<{ id: string }>("select id from records where data->>'name' = 'committed in vain'");
  const again = await ask(call);
  expect(again.status).toBe(201);
  expect(dataOf<RecordView>(again).id).toBe(stored?.id);
  expect(await sql("select from records where data->>'name' = 'committed in vain'")).toHaveLength(1);
});

it("of an insert inside a transaction with an Idempotency-Key: 500, nothing written, and the same again creates", async () => {
  const call = sample("inserted in vain", { "idempotency-key": "insert-lost" });
  await askInVain("INSERT INTO record_partitions.", call);
  expect(await sql("select from records where data->>'name' = 'inserted in vain'")).toEqual([]);
  expect((await ask(call)).status).toBe(201);
  expect(await sql("select from records where data->>'name' = 'inserted in vain'")).toHaveLength(1);
});

it("of a read: retried, and 200", async () => {
  const record = await acme.create("wim", "samples", { name: "read twice" });
  const lost = under.relay.loseAnswerTo("r.entity_id = $");
  const [answer] = await Promise.all([ask({ path: record.path }), lost]);
  expect(answer.status).toBe(200);
});
