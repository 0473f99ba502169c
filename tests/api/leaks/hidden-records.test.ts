/**
 * Records that a caller may not see are to it as records that do not exist: by path, as the value of a reference, a parent
 * or a filter, and in every conflict, the two answers are the same bytes (spec: Errors, 404; contract §§ 7, 8).
 */
import { describe, expect, it } from "vitest";
import { LOU, openGuardedOrganization } from "../../support/guarded-organization";
import { type Call, patch, post, send } from "../../support/http";
import { recordsPath } from "../../support/organization";
import { expectSameAnswer } from "../../support/same-response";

const acme = await openGuardedOrganization();
const lou = acme.token(LOU);
const oslo = await acme.create("ada", "accounts", { name: "In Oslo", city: "Oslo" });
const bergen = await acme.create("ada", "accounts", { name: "In Bergen", city: "Bergen" });
const shown = await acme.create("ada", "deals", { title: "shown", account: oslo.id });
const lost = await acme.create("ada", "deals", { title: "out of sight", account: bergen.id });
await acme.update("ada", lost.path, { stage: "lost" });
const sample = await acme.create("ada", "samples", { name: "sample" });
/** As old as the hidden ones, so that nothing but its absence tells it from them. */
const nobodysLike = (id: string) => `${id.slice(0, -1)}${id.endsWith("0") ? "1" : "0"}`;

const RECORDS = [
  { entity: "accounts", hidden: bergen.id, etag: bergen.etag },
  { entity: "deals", hidden: lost.id, etag: lost.etag },
];

describe.each(RECORDS)("a record of $entity out of the caller's sight", ({ entity, hidden, etag }) => {
  const unknown = nobodysLike(hidden);
  const at = (id: string, query = "") => `${recordsPath(entity)}/${id}${query}`;
  const data = { data: { name: "x", city: "Oslo", title: "x" } };
  const IF_MATCH: Record<string, string>[] = [
    {},
    { "if-match": "" },
    { "if-match": "*" },
    { "if-match": '"x"' },
    { "if-match": etag },
  ];

  it("cannot be read, whatever else is asked", async () => {
    const calls: ((id: string) => Call)[] = [
      (id) => ({ path: at(id) }),
      (id) => ({ method: "HEAD", path: at(id) }),
      (id) => ({ path: at(id, "?fields=id") }),
      (id) => ({ path: at(id, "?fields=nowhere") }),
      (id) => ({ path: at(id, "?limit=0") }),
      (id) => ({ path: at(id), headers: { "if-none-match": "*" } }),
      (id) => ({ path: at(id), headers: { "if-none-match": etag } }),
      (id) => ({ path: at(id.toUpperCase()) }),
    ];
    for (const callFor of calls) await expectSame({ hidden, unknown }, callFor);
  });

  it("cannot be updated, with any If-Match and any body", async () => {
    const texts = [data, { data: {} }, { data: { nowhere: 1 } }, []].map((json) => ({ json }));
    for (const headers of IF_MATCH) {
      for (const body of [...texts, { body: "{" }, {}]) {
        const patched = (id: string) => ({ method: "PATCH", path: at(id), headers, ...body });
        expect((await expectSame({ hidden, unknown }, patched)).status).toBe(404);
      }
    }
  });

  it("cannot be deleted, with any If-Match", async () => {
    for (const headers of IF_MATCH)
      await expectSame({ hidden, unknown }, (id) => ({ method: "DELETE", path: at(id), headers }));
    expect((await acme.call("ada", { path: at(hidden) })).status).toBe(200);
  });

  it("is found by no filter on its id", async () => {
    for (const [operator, valueFor] of [
      ["eq", (id: string) => id],
      ["in", (id: string) => [id, oslo.id, shown.id]],
      ["nin", (id: string) => [id]],
      ["neq", (id: string) => id],
    ] as const) {
      await expectSame({ hidden, unknown }, (id) =>
        post(`${recordsPath(entity)}/query`, { where: ["id", operator, valueFor(id)] }),
      );
    }
  });
});

describe("a value that points to a record out of sight is answered as one that points nowhere", () => {
  const names = { hidden: bergen.id, unknown: nobodysLike(bergen.id) };

  it("in a reference, created and updated", async () => {
    const created = await expectSame(names, (id) =>
      post(recordsPath("samples"), { data: { name: "x", reference: id } }),
    );
    const updated = await expectSame(names, (id) => patch(sample.path, { reference: id }));
    expect([created.status, updated.status]).toEqual([400, 400]);
  });

  it("in a parent, created and updated", async () => {
    const created = await expectSame(names, (id) => post(recordsPath("deals"), { data: { title: "x", account: id } }));
    const updated = await expectSame(names, (id) => patch(shown.path, { account: id }));
    const ofItsKind = await expectSame(names, (id) => patch(oslo.path, { parent: id }));
    expect([created.status, updated.status, ofItsKind.status]).toEqual([409, 409, 409]);
    expect((await acme.read("ada", shown.path)).data.account).toBe(oslo.id);
  });
});

describe("a conflict says nothing of the other record", () => {
  it("a label is taken in the same words by a record in sight and one out of it", async () => {
    for (const label of [(name: string) => name, (name: string) => ` ${name.toUpperCase()} `]) {
      const calls = ["In Oslo", "In Bergen"].map((name) =>
        post(
          recordsPath("accounts"),
          { data: { name: label(name), city: "Oslo" } },
          { token: lou, headers: { "x-request-id": "same" } },
        ),
      );
      const [seen, unseen] = await Promise.all(calls.map((call) => send(acme.origin, call)));
      expect(seen?.status).toBe(409);
      expect(unseen?.text).toBe(seen?.text);
      expect(unseen?.text).not.toMatch(/Oslo|Bergen/i);
    }
  });

  it("a record with children in sight and one with children out of it cannot be deleted in the same words", async () => {
    const parent = async (name: string, stage: string | null) => {
      const made = await acme.create("ada", "accounts", { name, city: "Oslo" });
      const child = await acme.create("ada", "deals", { title: "child", account: made.id });
      if (stage !== null) await acme.update("ada", child.path, { stage });
      return made;
    };
    const [seen, unseen] = await Promise.all(
      [await parent("With a deal", null), await parent("With a lost deal", "lost")].map(({ path }) =>
        send(acme.origin, { method: "DELETE", path, token: lou, headers: { "if-match": "*", "x-request-id": "same" } }),
      ),
    );
    expect(seen?.status).toBe(409);
    expect(unseen?.text).toBe(seen?.text);
  });
});

function expectSame(names: { hidden: string; unknown: string }, callFor: (id: string) => Call) {
  return expectSameAnswer(acme.origin, names, (id) => ({ ...callFor(id), token: lou }));
}
