/** What holds when many ask at once (contract § 1). */
import { describe, expect, it } from "vitest";
import type { Answer } from "../../support/http";
import { openOrganization } from "../../support/organization";

const acme = await openOrganization();
const AT_ONCE = 50;

const together = (times: number, make: (time: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: times }, (_, time) => make(time)));
const count = (answers: Answer[], status: number) => answers.filter((answer) => answer.status === status).length;
const patch = (path: string, ifMatch: string, data: unknown) =>
  acme.call("wim", { method: "PATCH", path, headers: { "if-match": ifMatch }, json: { data } });
const remove = (path: string, ifMatch = "*") =>
  acme.call("wim", { method: "DELETE", path, headers: { "if-match": ifMatch } });

describe("one version", () => {
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
