/** One Idempotency-Key, sent many times at once to two processes (contract § 7). */

import { expect, it } from "vitest";
import { sql } from "../../support/database-client";
import { post } from "../../support/http";
import { figure } from "../../support/long";
import { dataOf, openOrganization, type RecordView, recordsPath } from "../../support/organization";
import { tally, together } from "../../support/parallel";

const acme = await openOrganization("key");
const keyed = (key: string) => ({ token: acme.token("wim"), headers: { "idempotency-key": key } });
const create = (name: string, key: string) => post(recordsPath("samples"), { data: { name } }, keyed(key));

it("50 creates with one key make one record and get 50 equal answers", async () => {
  for (let round = 0; round < figure(5, 50); round += 1) {
    const answers = await together(50, () => create(`keyed ${round}`, `one-${round}`));
    expect(tally(answers)).toEqual({ "201": 50 });
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect(new Set(answers.map(({ headers }) => `${headers.etag} ${headers.location}`)).size).toBe(1);
    const stored = await sql<{ id: string }>("select id from records where data->>'name' = $1", [`keyed ${round}`]);
    expect(stored).toEqual([{ id: dataOf<RecordView>(answers[0] as never).id }]);
  }
});

it("of parallel batches with one key, of which the first is refused, one writes and the others replay it", async () => {
  const label = { name: "contested" };
  const holder = await acme.create("ada", "accounts", label);
  const operations = [{ op: "create", data: label }];
  const batch = post(`${recordsPath("accounts")}/batch`, { operations, atomic: false }, keyed("first-refused"));
  const remove = { method: "DELETE", path: holder.path, token: acme.token("ada"), headers: { "if-match": "*" } };
  // The deletion comes in the middle: before it every batch is refused, and leaves the key to the next.
  const parallel = await together(41, (index) => (index === 20 ? remove : batch));
  const answers = [...parallel, ...(await together(1, () => batch))];
  const results = answers.flatMap((answer, index) =>
    index === 20 ? [] : dataOf<{ results: { status: number; id?: string }[] }>(answer).results,
  );
  expect(new Set(results.map(({ status }) => status))).toContain(201);
  expect(new Set(results.flatMap(({ id }) => id ?? [])).size).toBe(1);
  const isReplay = ({ headers }: (typeof answers)[number]) => headers["idempotent-replayed"] === "true";
  const written = results.filter(({ status }) => status === 201).length;
  expect(answers.filter(isReplay)).toHaveLength(written - 1);
});

it("of 50 with one key and two bodies, those of one body are answered and those of the other refused", async () => {
  const answers = await together(50, (index) => create(index < 25 ? "body one" : "body two", "two-bodies"));
  expect(tally(answers)).toEqual({ "201": 25, "400 INVALID_BODY": 25 });
  expect(await sql("select id from records where data->>'name' like 'body %'")).toHaveLength(1);
});
