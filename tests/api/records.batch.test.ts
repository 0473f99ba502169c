/** POST /entities/:entityKey/records/batch (docs/contract.md, Batch). */
import { describe, expect, it } from "vitest";
import { type Answer, type Call, post, send as sendCall } from "../support/http";
import { dataOf, errorOf, type Made, openOrganization, recordsPath } from "../support/organization";
import { grantsOf, type MemberName } from "../support/organization-file";
import { rowsOf } from "../support/scenario";
import { UNKNOWN_ID } from "../support/views";

const acme = await openOrganization("batch");
const file = structuredClone(acme.file);
file.entities.push({
  key: "parts",
  exposed: true,
  labelField: "name",
  uniqueLabel: true,
  fields: [
    { key: "name", type: "text", required: true },
    { key: "number", type: "integer", unique: true },
    { key: "price", type: "decimal", unique: true },
    { key: "team", type: "select", options: ["red", "blue"] },
    { key: "next", type: "reference", entity: "parts" },
    { key: "cost", type: "integer", min: 0, readVerb: "cost", writeVerb: "cost" },
    { key: "mark", type: "text", unique: true, readVerb: "cost" },
  ],
});
const all = ["list", "create", "update", "delete"];
grantsOf(file, "everything").push({ entity: "parts", verbs: [...all, "cost"] });
grantsOf(file, "writer").push({ entity: "parts", verbs: all });
grantsOf(file, "reader").push({ entity: "parts", verbs: ["list"] });
grantsOf(file, "creator").push({ entity: "parts", verbs: ["create"] });
grantsOf(file, "updater").push({ entity: "parts", verbs: ["update"] });
// Who sees less than they change.
grantsOf(file, "sender").push(
  { entity: "parts", verbs: ["update"] },
  { entity: "parts", verbs: ["list"], where: ["team", "eq", "red"] },
);
grantsOf(file, "redTeam").push({ entity: "parts", verbs: all, where: ["team", "eq", "red"] });
await acme.apply(file);

const row = rowsOf(acme);
const PATH = `${recordsPath("parts")}/batch`;
let count = 1000;
const next = () => {
  count += 1;
  return count;
};
const part = (more: Record<string, unknown> = {}) => ({ name: `part ${next()}`, number: next(), ...more });
const made = (more: Record<string, unknown> = {}) => acme.create("ada", "parts", part(more));

type Operation = Record<string, unknown>;
const create = (data: Record<string, unknown>): Operation => ({ op: "create", data });
const update = (record: Made, data: Record<string, unknown>, ifMatch: unknown = "*"): Operation => ({
  op: "update",
  id: record.id,
  ifMatch,
  data,
});
const upsertBy = (match: object, data: Record<string, unknown>, ifMatch: unknown = "*"): Operation => ({
  op: "upsert",
  match,
  ifMatch,
  data,
});
const upsert = (number: number, data: Record<string, unknown>, ifMatch?: unknown) =>
  upsertBy({ number }, data, ifMatch);
const batch = (operations: unknown, more: Record<string, unknown> = {}, as: MemberName = "ada") =>
  post(PATH, { operations, ...more }, { as });
type Result = {
  status: number;
  id?: string;
  versionId?: string;
  record?: unknown;
  error?: { code: string; message: string; with?: number };
};
const resultsOf = (answer: Answer) => dataOf<{ results: Result[] }>(answer).results;
const statusesOf = (answer: Answer) =>
  resultsOf(answer).map(({ status, error }) => (error === undefined ? status : `${status} ${error.code}`));
const send = (operations: unknown, more: Record<string, unknown> = {}, as: MemberName = "ada") => {
  const { as: _, ...call } = batch(operations, more, as);
  return acme.call(as, call);
};
/** The details of a refused atomic batch, one for each fault of an operation. */
const faultsOf = (answer: Answer) => {
  const details = errorOf(answer).details as unknown as { index: number; code: string; field?: string }[];
  return details.map(({ index, code, field }) => [index, code, field]);
};
const countOf = async () => {
  const answer = await acme.post("ada", `${recordsPath("parts")}/aggregate`, { measures: { n: ["count"] } });
  return dataOf<{ items: [{ n: number }] }>(answer).items[0].n;
};

describe("200", () => {
  row("creates, updates and upserts, in order", {
    given: async () => ({ updated: await made(), matched: await made({ number: 77 }) }),
    request: ({ updated }) =>
      batch([
        create({ name: "created", number: 1 }),
        update(updated, { team: "red" }, updated.view.versionId),
        upsert(77, { team: "blue" }),
        upsert(78, { name: "by upsert" }),
      ]),
    expect: ({ updated, matched }) => ({
      status: 200,
      data: {
        results: [
          { status: 201, id: expect.any(String), versionId: expect.any(String) },
          { status: 200, id: updated.id, versionId: expect.any(String) },
          { status: 200, id: matched.id, versionId: expect.any(String) },
          { status: 201, id: expect.any(String), versionId: expect.any(String) },
        ],
      },
      headers: { "x-dry-run": null, etag: null },
    }),
    after: async (answer, { updated, matched }) => {
      const [created, changed, , byUpsert] = resultsOf(answer);
      const read = (id: string | undefined) => acme.read("ada", `${recordsPath("parts")}/${id}`);
      expect((await read(created?.id)).data).toMatchObject({ name: "created", number: 1, team: null });
      expect(await read(updated.id)).toMatchObject({ versionId: changed?.versionId, data: { team: "red" } });
      expect((await read(matched.id)).data).toMatchObject({ number: 77, team: "blue" });
      expect((await read(byUpsert?.id)).data).toMatchObject({ name: "by upsert", number: 78 });
    },
  });

  it("gives the records where they are asked for, as single writes do", async () => {
    const record = await made();
    const answer = await send([create(part()), update(record, { team: "red" })], { return: "representation" });
    const [created, updated] = resultsOf(answer);
    expect(created?.record).toEqual(await acme.read("ada", `${recordsPath("parts")}/${created?.id}`));
    expect(updated?.record).toEqual(await acme.read("ada", record.path));
  });

  it("an operation sees the effects of earlier ones: a label that became free, and one that was taken", async () => {
    const [one, other] = [await made({ name: "one" }), await made({ name: "other" })];
    const swap = await send([
      update(one, { name: "third" }),
      update(other, { name: "one" }),
      create({ name: "other" }),
    ]);
    expect(statusesOf(swap)).toEqual([200, 200, 201]);
    const taken = await send([create({ name: "fresh" }), create({ name: "Fresh " })], { atomic: false });
    expect(statusesOf(taken)).toEqual([201, "409 DUPLICATE_LABEL"]);
  });

  it("refers to a record that an earlier operation made visible", async () => {
    const hidden = await made({ team: "blue" });
    const mine = await made({ team: "red" });
    const alone = await send([update(mine, { next: hidden.id })], { atomic: false }, "red");
    expect(statusesOf(alone)).toEqual(["400 INVALID_BODY"]);
    const both = await send([update(hidden, { team: "red" }), update(mine, { next: hidden.id })]);
    expect(statusesOf(both)).toEqual([200, 200]);
  });

  it("is stored, and does not fail the batch, if its creator cannot read it", async () => {
    const before = await countOf();
    const answer = await send([create(part())], {}, "cleo");
    expect(statusesOf(answer)).toEqual(["403 CREATED_RECORD_NOT_READABLE"]);
    expect(resultsOf(answer)[0]).not.toHaveProperty("id");
    expect(await countOf()).toBe(before + 1);
  });
});

describe("upsert", () => {
  it.each([
    ["a version that is the record's", (record: Made) => record.view.versionId, 200],
    ["a version that is not", () => "508c1fcd-218a-4188-913b-51d33e964e06", "412 PRECONDITION_FAILED"],
    ["null, although there is a record", () => null, "412 PRECONDITION_FAILED"],
    ["nothing", () => undefined, "428 PRECONDITION_REQUIRED"],
    ["a star", () => "*", 200],
  ])("with ifMatch %s", async (_, ifMatch, status) => {
    const record = await made();
    const operation = { ...upsert(record.view.data.number as number, { team: "red" }), ifMatch: ifMatch(record) };
    expect(statusesOf(await send([operation], { atomic: false }))).toEqual([status]);
  });

  it.each([
    ["a version", "508c1fcd-218a-4188-913b-51d33e964e06", "412 PRECONDITION_FAILED"],
    ["null", null, 201],
    ["a star", "*", 201],
  ])("of a value that no record has, with ifMatch %s", async (_, ifMatch, status) => {
    const operation = upsert(next(), { name: `new ${next()}` }, ifMatch);
    expect(statusesOf(await send([operation], { atomic: false }))).toEqual([status]);
  });

  it("of a record out of sight is a conflict, as a create would be", async () => {
    const hidden = await made({ team: "blue" });
    const number = hidden.view.data.number as number;
    const answer = await send([upsert(number, { name: `x ${next()}`, team: "red" })], { atomic: false }, "red");
    expect(statusesOf(answer)).toEqual(["409 DUPLICATE_LABEL"]);
    const single = await acme.post("red", recordsPath("parts"), { data: { name: `x ${next()}`, number, team: "red" } });
    expect(resultsOf(answer)[0]?.error?.message).toBe(errorOf(single).message);
  });

  it.each([
    ["a field that is not unique", { team: "red" }],
    ["a blank label", { name: " " }],
    ["a field that is none", { nothing: 1 }],
    ["two fields", { number: 1, name: "x" }],
    ["a value of another type", { number: "1" }],
  ])("does not match by %s", async (_, match) => {
    const answer = await send([upsertBy(match, {})], { atomic: false });
    expect(statusesOf(answer)).toEqual(["400 INVALID_BODY"]);
  });

  it.each([
    ["a star", "*", 200],
    ["null", null, "412 PRECONDITION_FAILED"],
  ])("of a value that an earlier operation set is a change, with ifMatch %s", async (_, ifMatch, status) => {
    const number = next();
    // Without a name: as a create it would be INVALID_BODY.
    const operations = [create(part({ number })), upsert(number, { team: "blue" }, ifMatch)];
    expect(statusesOf(await send(operations, { atomic: false }))).toEqual([201, status]);
  });

  it("finds a decimal by its value, however it is written, and once in a batch", async () => {
    const record = await made({ price: `${next()}.5` });
    const answer = await send([upsertBy({ price: `${record.view.data.price}0` }, { team: "red" })]);
    expect(resultsOf(answer)).toMatchObject([{ status: 200, id: record.id }]);
    const fresh = next();
    const twice = ["", ".0"].map((zeros) => upsertBy({ price: `${fresh}${zeros}` }, { name: `of ${next()}` }));
    expect(statusesOf(await send(twice, { atomic: false }))).toEqual([201, "400 INVALID_BODY"]);
  });

  describe("by a label that is unique by uniqueLabel", () => {
    const byName = (name: string, data: Record<string, unknown>, ifMatch?: unknown) =>
      upsertBy({ name }, data, ifMatch);

    it("finds the record whatever the case, space and Unicode form, and leaves its label as written", async () => {
      const name = `Café ${next()}`;
      const record = await made({ name });
      const spelt = ` ${name.toUpperCase().normalize("NFD")} `;
      const answer = await send([byName(spelt, { team: "red" }, record.view.versionId)]);
      expect(resultsOf(answer)).toMatchObject([{ status: 200, id: record.id }]);
      expect((await acme.read("ada", record.path)).data).toMatchObject({ name, team: "red" });
    });

    it("creates a record with the label if there is none, and matches once in a batch", async () => {
      const name = `Fresh ${next()}`;
      const operations = [byName(name, { team: "red" }, null), byName(name.toLowerCase(), { team: "blue" })];
      const answer = await send(operations, { atomic: false, return: "representation" });
      expect(statusesOf(answer)).toEqual([201, "400 INVALID_BODY"]);
      expect(resultsOf(answer)[0]?.record).toMatchObject({ data: { name, team: "red" } });
    });

    it("sees a label that an earlier operation set or removed", async () => {
      const [record, name] = [await made(), `Given ${next()}`];
      const given = await send([create(part({ name })), byName(name.toUpperCase(), { team: "red" })]);
      expect(statusesOf(given)).toEqual([201, 200]);
      expect(resultsOf(given)[1]?.id).toBe(resultsOf(given)[0]?.id);
      const taken = await send([
        update(record, { name: `Other ${next()}` }),
        byName(String(record.view.data.name).toUpperCase(), { number: next() }),
      ]);
      expect(statusesOf(taken)).toEqual([200, 201]);
      expect(resultsOf(taken)[1]?.id).not.toBe(record.id);
    });
  });

  it("says which keys match can name", async () => {
    const answer = await send([upsertBy({ team: "red" }, {})], { atomic: false });
    expect(resultsOf(answer)[0]?.error?.message).toBe(
      "match names a key: one field that discovery shows as unique and queryable. Its keys are name, number, price, mark.",
    );
  });

  it("does not take another value of the field in data", async () => {
    const answer = await send([upsert(next(), { name: "x", number: 5 })], { atomic: false });
    expect(statusesOf(answer)).toEqual(["400 INVALID_BODY"]);
  });
});

describe("an atomic batch with a refused operation", () => {
  it("writes nothing, has the code of the first, and reports what is wrong with every one", async () => {
    const [record, before] = [await made(), await countOf()];
    const answer = await send([
      create(part()),
      update(record, { name: 5 }, "508c1fcd-218a-4188-913b-51d33e964e06"),
      create({ number: "x", nothing: 1 }),
      { op: "update", id: UNKNOWN_ID, ifMatch: "*", data: {} },
      { op: "delete", id: record.id },
      create(part({ next: UNKNOWN_ID })),
    ]);
    expect([answer.status, errorOf(answer).code]).toEqual([412, "PRECONDITION_FAILED"]);
    expect(errorOf(answer).message).toMatch(/^Nothing of the batch was written. Operation 1: ifMatch is not /);
    expect(faultsOf(answer)).toEqual([
      [1, "PRECONDITION_FAILED", undefined],
      [2, "INVALID_BODY", "nothing"],
      [2, "INVALID_BODY", "number"],
      [2, "INVALID_BODY", "name"],
      [3, "RECORD_NOT_FOUND", undefined],
      [4, "INVALID_BODY", undefined],
      [5, "INVALID_BODY", "next"],
    ]);
    expect(await countOf()).toBe(before);
  });

  it("writes nothing where only the database refuses, and names each conflict", async () => {
    const [record, before] = [await made(), await countOf()];
    const number = record.view.data.number as number;
    const operations = [
      create(part()),
      create(part({ number })),
      create(part()),
      create({ name: record.view.data.name }),
    ];
    const answer = await send(operations);
    expect([answer.status, errorOf(answer).code]).toEqual([409, "DUPLICATE_LABEL"]);
    expect(faultsOf(answer)).toEqual([
      [1, "DUPLICATE_LABEL", "number"],
      [3, "DUPLICATE_LABEL", "name"],
    ]);
    expect(await countOf()).toBe(before);
  });
});

describe("an operation that clashes with an earlier one", () => {
  const withOf = (answer: Answer) => resultsOf(answer).map(({ error }) => error?.with);

  it("says which, in an atomic batch and in another", async () => {
    const [record, number, name] = [await made(), next(), `label ${next()}`];
    const operations = [
      create(part()),
      create(part({ number })),
      create({ name }),
      create(part({ number })),
      create({ name: ` ${name.toUpperCase()}` }),
      update(record, { number }),
      update(record, {}),
      create(part({ number: record.view.data.number })),
    ];
    const apart = await send(operations, { atomic: false });
    expect(resultsOf(apart).map(({ status }) => status)).toEqual([201, 201, 201, 409, 409, 409, 400, 409]);
    expect(withOf(apart)).toEqual([undefined, undefined, undefined, 1, 2, 1, 5, undefined]);
    const other = next();
    const together = await send([create(part({ number: other })), create(part({ number: other }))]);
    expect(errorOf(together).details).toMatchObject([{ index: 1, field: "number", with: 0 }]);
  });

  it("does not reveal that an earlier one concerns the record with the value, if its caller cannot read it", async () => {
    const mark = `mark ${next()}`;
    const record = await made({ mark });
    const blind = await send([update(record, { team: "red" }), create(part({ mark }))], { atomic: false }, "wim");
    expect([resultsOf(blind)[1]?.status, withOf(blind)]).toEqual([409, [undefined, undefined]]);
    const otherwise = await made();
    const guessed = (target: Made) =>
      send([update(target, { mark }), create(part({ mark }))], { atomic: false }, "wim");
    expect(withOf(await guessed(record))).toEqual([undefined, 0]);
    await acme.remove("ada", record.path);
    expect(withOf(await guessed(otherwise))).toEqual([undefined, 0]);
  });
});

describe("a batch that is refused for several reasons", () => {
  it("reports conflicts along with invalid values, with the code of the first", async () => {
    const [record, other, before] = [await made(), await made(), await countOf()];
    const answer = await send([
      create(part({ number: record.view.data.number })),
      create(part({ number: "x" })),
      update(other, { name: record.view.data.name }),
      update(record, { number: record.view.data.number, name: record.view.data.name }),
    ]);
    expect([answer.status, errorOf(answer).code]).toEqual([409, "DUPLICATE_LABEL"]);
    expect(faultsOf(answer)).toEqual([
      [0, "DUPLICATE_LABEL", "number"],
      [1, "INVALID_BODY", "number"],
      [2, "DUPLICATE_LABEL", "name"],
    ]);
    expect(await countOf()).toBe(before);
  });

  it("reports no conflict with a value that an earlier operation releases", async () => {
    const record = await made();
    const answer = await send([
      update(record, { number: next() }),
      create(part({ number: record.view.data.number })),
      create(part({ number: "x" })),
    ]);
    expect(faultsOf(answer)).toEqual([[2, "INVALID_BODY", "number"]]);
  });

  it("tells conflicts between its operations, in their order, and none with one that is refused itself", async () => {
    const [record, taken, given] = [await made(), next(), next()];
    const answer = await send([
      create(part({ number: taken })),
      create(part({ number: taken })),
      create({ number: given }),
      create(part({ number: given })),
      update(record, { number: taken }),
      update(record, { number: given }),
    ]);
    expect([answer.status, errorOf(answer).code]).toEqual([409, "DUPLICATE_LABEL"]);
    expect(faultsOf(answer)).toEqual([
      [1, "DUPLICATE_LABEL", "number"],
      [2, "INVALID_BODY", "name"],
      [4, "DUPLICATE_LABEL", "number"],
      [5, "INVALID_BODY", undefined],
    ]);
  });
});

it("a batch that is not atomic writes every operation that is not refused, each by itself", async () => {
  const record = await made();
  const number = record.view.data.number as number;
  const answer = await send(
    [create(part()), create(part({ number })), create({}), update(record, { team: "red" }), { op: "create" }],
    { atomic: false },
  );
  expect(statusesOf(answer)).toEqual([201, "409 DUPLICATE_LABEL", "400 INVALID_BODY", 200, "400 INVALID_BODY"]);
  expect(resultsOf(answer)[2]?.error).toMatchObject({ details: [{ field: "name", message: "is required" }] });
});

describe("a dry run", () => {
  it("returns what the batch would, and writes nothing", async () => {
    const [record, before] = [await made(), await countOf()];
    const answer = await acme.post("ada", `${PATH}?dryRun=true`, {
      operations: [create(part()), update(record, { team: "red" })],
      return: "representation",
    });
    expect([answer.status, answer.headers["x-dry-run"]]).toEqual([200, "true"]);
    expect(resultsOf(answer)[1]?.record).toMatchObject({ id: record.id, data: { team: "red" } });
    expect(await countOf()).toBe(before);
    expect(await acme.read("ada", record.path)).toEqual(record.view);
  });

  it("of a create, an update and a delete gives their responses, and writes nothing", async () => {
    const [record, before] = [await made(), await countOf()];
    const headers = { "if-match": "*" };
    const dry = (call: object) => acme.call("ada", { ...call, path: `${(call as { path: string }).path}?dryRun=true` });
    const created = await dry({ method: "POST", path: recordsPath("parts"), json: { data: part() } });
    const keyed = await dry(post(recordsPath("parts"), { data: part() }, { headers: { "idempotency-key": "dry" } }));
    const updated = await dry({ method: "PATCH", path: record.path, headers, json: { data: { team: "red" } } });
    const deleted = await dry({ method: "DELETE", path: record.path, headers });
    expect([created, keyed, updated, deleted].map(({ status }) => status)).toEqual([201, 201, 200, 200]);
    for (const answer of [created, keyed, updated, deleted]) expect(answer.headers["x-dry-run"]).toBe("true");
    expect(await countOf()).toBe(before);
    expect(await acme.read("ada", record.path)).toEqual(record.view);
  });

  row("that would create what its maker cannot read says that it was none", {
    request: post(`${recordsPath("parts")}?dryRun=true`, { data: part() }, { as: "cleo" }),
    expect: { status: 403, code: "CREATED_RECORD_NOT_READABLE", headers: { "x-dry-run": "true" } },
  });

  row("that is refused for its token says nothing of the write", {
    request: { method: "POST", path: `${recordsPath("parts")}?dryRun=true`, json: { data: part() } },
    expect: { status: 401, code: "INVALID_TOKEN", headers: { "x-dry-run": null } },
  });

  row("is asked for by true or false only", {
    request: { method: "POST", path: `${recordsPath("parts")}?dryRun=1`, as: "ada", json: { data: { name: "x" } } },
    expect: { status: 400, code: "INVALID_FILTERS", headers: { "x-dry-run": null } },
  });
});

describe("an Idempotency-Key", () => {
  it("returns the first results again, and writes nothing twice", async () => {
    const call = post(
      PATH,
      { operations: [create(part()), create({})], atomic: false, return: "representation" },
      { headers: { "idempotency-key": `batch-${next()}` } },
    );
    const [first, before] = [await acme.call("ada", call), await countOf()];
    const second = await acme.call("ada", call);
    const { record: _, ...created } = resultsOf(first)[0] ?? { status: 0 };
    expect(resultsOf(second)).toEqual([created, resultsOf(first)[1]]);
    expect([first, second].map(({ headers }) => headers["idempotent-replayed"])).toEqual([undefined, "true"]);
    expect(await countOf()).toBe(before);
    const { operations, ...rest } = call.json;
    const turned = {
      ...rest,
      operations: operations.map((each) => Object.fromEntries(Object.entries(each).reverse())),
    };
    expect(resultsOf(await acme.call("ada", { ...call, json: turned }))).toEqual(resultsOf(second));
    const other = await acme.call("ada", { ...call, json: { operations: [create(part())] } });
    expect([other.status, errorOf(other).code]).toEqual([400, "INVALID_BODY"]);
  });

  for (const [batch, atomic] of [
    ["an atomic batch", true],
    ["one whose every operation was refused", false],
  ] as const)
    it(`keeps no refusal of ${batch}: once its cause is gone, the repetition writes`, async () => {
      const holder = await made();
      const { number } = holder.view.data;
      const call = post(
        PATH,
        { operations: [create(part({ number }))], atomic },
        { headers: { "idempotency-key": `refused-${next()}` } },
      );
      const statusOf = (answer: Answer) => (answer.status === 200 ? resultsOf(answer)[0]?.status : answer.status);
      const refused = await acme.call("ada", call);
      await acme.remove("ada", holder.path);
      const [written, replayed] = [await acme.call("ada", call), await acme.call("ada", call)];
      expect([refused, written, replayed].map(statusOf)).toEqual([409, 201, 201]);
      expect([refused, written, replayed].map(({ headers }) => headers["idempotent-replayed"])).toEqual([
        undefined,
        undefined,
        "true",
      ]);
    });

  it("keeps the refusals of a batch that wrote something, and which operations clashed", async () => {
    const number = next();
    const call = post(
      PATH,
      { operations: [create(part({ number })), create(part({ number }))], atomic: false },
      { headers: { "idempotency-key": `partly-${number}` } },
    );
    const [first, second] = [await acme.call("ada", call), await acme.call("ada", call)];
    expect(resultsOf(second)).toEqual(resultsOf(first));
    expect(resultsOf(second)[1]?.error).toMatchObject({ code: "DUPLICATE_LABEL", with: 0 });
    expect(second.headers["idempotent-replayed"]).toBe("true");
  });
});

it("the limit of requests counts 50 operations begun as one request", async () => {
  // The token is new, because a window with earlier requests gives some of them back during the batch.
  const { text: token } = await acme.issue("ada");
  const remainingAfter = async (call: Call) =>
    Number((await sendCall(acme.origin, { ...call, token })).headers["x-ratelimit-remaining"]);
  const before = await remainingAfter({ path: "/me" });
  const operations = Array.from({ length: 101 }, () => create(part()));
  expect(before - (await remainingAfter(post(PATH, { operations })))).toBe(3);
});

const tooMany = Array.from({ length: 501 }, () => ({ op: "create", data: {} }));
row("a batch of more than 500 operations is refused", batch(tooMany), "400 INVALID_BODY");
const forbidden = batch([create({ name: "x" })], {}, "rea");
row("a batch is refused to a caller who can neither create nor update", forbidden, "403 PERMISSION_DENIED");
