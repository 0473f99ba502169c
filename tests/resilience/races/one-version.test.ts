/** Many writers, one version, two processes: exactly one wins (contract § 1). */
import { expect, it } from "vitest";
import { type Answer, type Call, patch } from "../../support/http";
import { figure } from "../../support/long";
import { dataOf, type Made, openOrganization, type RecordView } from "../../support/organization";
import { tally, together } from "../../support/parallel";

const acme = await openOrganization("race");
const ROUNDS = figure(10, 100);
const WRITERS = 50;

const update = (record: Made, integer: number): Call =>
  patch(record.path, { integer }, { token: acme.token("wim") }, record.etag);
const remove = (record: Made): Call => ({
  method: "DELETE",
  path: record.path,
  token: acme.token("wim"),
  headers: { "if-match": record.etag },
});
const winnerOf = (answers: Answer[]) => answers.find((answer) => answer.status === 200) as Answer;

it(`of ${WRITERS} updates with one ETag exactly one wins, ${ROUNDS} times, and the record is the winner's`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const record = await acme.create("wim", "samples", { name: `round ${round}` });
    const answers = await together(WRITERS, (index) => update(record, index));
    expect(tally(answers)).toEqual({ "200": 1, "412 PRECONDITION_FAILED": WRITERS - 1 });
    expect(await acme.read("wim", record.path)).toEqual(dataOf<RecordView>(winnerOf(answers)));
  }
});

it("of 25 updates and 25 deletes with one ETag exactly one succeeds", async () => {
  for (let round = 0; round < figure(5, 50); round += 1) {
    const record = await acme.create("wim", "samples", { name: `mixed ${round}` });
    const answers = await together(WRITERS, (index) => (index % 4 < 2 ? update(record, index) : remove(record)));
    const { "200": won, "412 PRECONDITION_FAILED": late = 0, "404 RECORD_NOT_FOUND": gone = 0 } = tally(answers);
    expect([won, late + gone]).toEqual([1, WRITERS - 1]);
    const left = await acme.call("wim", { path: record.path });
    expect(left.status).toBe("deleted" in dataOf<object>(winnerOf(answers)) ? 404 : 200);
  }
});
