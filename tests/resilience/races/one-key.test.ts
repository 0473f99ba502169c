/** One Idempotency-Key, sent many times at once to two processes (contract § 7). */
import { expect, it } from "vitest";
import { sql } from "../../support/database-client";
import { figure } from "../../support/long";
import { dataOf, openOrganization, type RecordView, recordsPath } from "../../support/organization";
import { tally, together } from "../../support/parallel";

const acme = await openOrganization("key");

it("50 creates with one key make one record and get 50 equal answers", async () => {
  for (let round = 0; round < figure(5, 50); round += 1) {
    const answers = await together(50, () => ({
      method: "POST",
      path: recordsPath("samples"),
      token: acme.token("wim"),
      headers: { "idempotency-key": `one-${round}` },
      json: { data: { name: `keyed ${round}` } },
    }));
    expect(tally(answers)).toEqual({ "201": 50 });
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect(new Set(answers.map(({ headers }) => `${headers.etag} ${headers.location}`)).size).toBe(1);
    const stored = await sql<{ id: string }>("select id from records where data->>'name' = $1", [`keyed ${round}`]);
    expect(stored).toEqual([{ id: dataOf<RecordView>(answers[0] as never).id }]);
  }
});

it("of 50 with one key and two bodies, those of one body are answered and those of the other refused", async () => {
  const answers = await together(50, (index) => ({
    method: "POST",
    path: recordsPath("samples"),
    token: acme.token("wim"),
    headers: { "idempotency-key": "two-bodies" },
    json: { data: { name: index < 25 ? "body one" : "body two" } },
  }));
  expect(tally(answers)).toEqual({ "201": 25, "400 INVALID_BODY": 25 });
  expect(await sql("select id from records where data->>'name' like 'body %'")).toHaveLength(1);
});
