/** What holds when many ask at once (contract § 1). */
import { describe, expect, it } from "vitest";
import type { Answer } from "../../support/http";
import { dataOf, errorOf, type Made, openOrganization, type RecordView, recordsPath } from "../../support/organization";

const acme = await openOrganization();
const AT_ONCE = 50;

const together = (times: number, make: (time: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: times }, (_, time) => make(time)));
const count = (answers: Answer[], status: number) => answers.filter((answer) => answer.status === status).length;
const patch = (path: string, ifMatch: string, data: unknown) =>
  acme.call("wim", { method: "PATCH", path, headers: { "if-match": ifMatch }, json: { data } });
const remove = (path: string, ifMatch = "*") =>
  acme.call("wim", { method: "DELETE", path, headers: { "if-match": ifMatch } });
const post = (entity: string, data: unknown) =>
  acme.call("wim", { method: "POST", path: recordsPath(entity), json: { data } });

describe("one version", () => {
  it("of 50 updates with one version exactly one wins, and the record is the winner's", async () => {
    for (let round = 0; round < 5; round += 1) {
      const record = await acme.create("wim", "samples", { name: "contended" });
      const answers = await together(AT_ONCE, (time) => patch(record.path, record.etag, { integer: time }));
      expect([count(answers, 200), count(answers, 412)]).toEqual([1, AT_ONCE - 1]);
      const winner = answers.find((answer) => answer.status === 200) as Answer;
      expect(await acme.read("wim", record.path)).toEqual(dataOf<RecordView>(winner));
    }
  });

  it("of 25 updates and 25 deletes with one version exactly one wins", async () => {
    const record = await acme.create("wim", "samples", { name: "contended" });
    const answers = await together(AT_ONCE, (time) =>
      time % 2 === 0 ? patch(record.path, record.etag, { integer: time }) : remove(record.path, record.etag),
    );
    expect(count(answers, 200)).toBe(1);
    expect(count(answers, 412) + count(answers, 404)).toBe(AT_ONCE - 1);
  });

  it("of 20 deletes with a star exactly one deletes", async () => {
    const record = await acme.create("wim", "samples", { name: "contended" });
    const answers = await together(20, () => remove(record.path));
    expect([count(answers, 200), count(answers, 404)]).toEqual([1, 19]);
  });

  it("of 50 updates with a star every one is made", async () => {
    const record = await acme.create("wim", "samples", { name: "contended" });
    const answers = await together(AT_ONCE, (time) => patch(record.path, "*", { integer: time }));
    expect(count(answers, 200)).toBe(AT_ONCE);
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(AT_ONCE);
  });

  it("of 25 updates and 25 deletes with a star one deletes, and no update is undone", async () => {
    const record = await acme.create("wim", "samples", { name: "contended" });
    const answers = await together(AT_ONCE, (time) =>
      time % 2 === 0 ? patch(record.path, "*", { integer: time }) : remove(record.path),
    );
    expect(count(answers, 200) + count(answers, 404)).toBe(AT_ONCE);
    expect(
      count(
        answers.filter((_, time) => time % 2 === 1),
        200,
      ),
    ).toBe(1);
  });

  it("updates of different fields with a star lose nothing", async () => {
    const record = await acme.create("wim", "samples", { name: "merged" });
    const changes = [
      { integer: 1 },
      { number: 2.5 },
      { text: "t" },
      { boolean: true },
      { select: "a" },
      { date: "2024-01-31" },
    ];
    const answers = await together(changes.length, (time) => patch(record.path, "*", changes[time]));
    expect(count(answers, 200)).toBe(changes.length);
    expect((await acme.read("wim", record.path)).data).toMatchObject(Object.assign({}, ...changes));
  });
});

describe("one label", () => {
  it("of 50 creates with one label exactly one is made", async () => {
    const answers = await together(AT_ONCE, (time) =>
      post("accounts", { name: time % 2 === 0 ? "Singular" : " sINGULAR " }),
    );
    expect([count(answers, 201), count(answers, 409)]).toEqual([1, AT_ONCE - 1]);
    for (const answer of answers.filter(({ status }) => status === 409))
      expect(errorOf(answer).code).toBe("DUPLICATE_LABEL");
  });

  it("of 10 records renamed to one label exactly one gets it", async () => {
    const records: Made[] = [];
    for (let index = 0; index < 10; index += 1)
      records.push(await acme.create("wim", "accounts", { name: `candidate ${index}` }));
    const answers = await together(10, (time) => patch(String(records[time]?.path), "*", { name: "Elected" }));
    expect([count(answers, 200), count(answers, 409)]).toEqual([1, 9]);
  });
});

describe("one tree", () => {
  it("two moves that would close a cycle together: never both", async () => {
    for (let round = 0; round < 10; round += 1) {
      const a = await acme.create("wim", "accounts", { name: `cycle a${round}` });
      const b = await acme.create("wim", "accounts", { name: `cycle b${round}` });
      const answers = await Promise.all([patch(a.path, "*", { parent: b.id }), patch(b.path, "*", { parent: a.id })]);
      expect(count(answers, 200)).toBeLessThanOrEqual(1);
      expect(count(answers, 200) + count(answers, 409)).toBe(2);
      const parents = [(await acme.read("wim", a.path)).data.parent, (await acme.read("wim", b.path)).data.parent];
      expect(parents.filter((parent) => parent !== null)).toHaveLength(count(answers, 200));
    }
  });

  it("a child made while its parent is deleted: one of the two is refused", async () => {
    for (let round = 0; round < 10; round += 1) {
      const parent = await acme.create("wim", "accounts", { name: `parent ${round}` });
      const [removed, child] = await Promise.all([
        remove(parent.path),
        post("accounts", { name: `child ${round}`, parent: parent.id }),
      ]);
      const outcome = [removed?.status, child?.status];
      expect([
        [200, 409],
        [409, 201],
      ]).toContainEqual(outcome);
      expect((await acme.call("ada", { path: parent.path })).status).toBe(outcome[0] === 200 ? 404 : 200);
    }
  });
});
