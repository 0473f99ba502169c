/**
 * Rights that hold on some records only: a verb, a field, a transition. Each is asked of the record as it was and as it
 * becomes (contract § 7). `clerk` may create, list and update every deal, and do the rest below a limit.
 */
import { describe, expect } from "vitest";
import { post as create, patch as update } from "../../support/http";
import { dataOf, errorOf, type Made, openOrganization, type RecordView, recordsPath } from "../../support/organization";
import type { MemberName } from "../../support/organization-file";
import { type Expectation, rowsOf, type Scenario } from "../../support/scenario";

/** Members of other tests' roles, given roles of their own. */
const clerk: MemberName = "nil";
const warden: MemberName = "cleo";

const acme = await openOrganization("limited");
const row = rowsOf(acme);
await acme.apply(withLimitedRights());

const DEALS = recordsPath("deals");
const created = async (data: Record<string, unknown>, as: MemberName = "ada") =>
  acme.create(as, "deals", { title: "deal", ...data });
const deal = (data: Record<string, unknown>) => () => created(data);
const patch = (record: Made, data: object, as: MemberName = clerk) => update(record.path, data, { as }, record.etag);
const post = (data: object, as: MemberName = clerk) => create(DEALS, { data: { title: "new", ...data } }, { as });
const REFUSED = { status: 403, code: "PERMISSION_DENIED" } as const;
const unchanged = async (_: unknown, record: Made) => expect(await acme.read("ada", record.path)).toEqual(record.view);
const stored = (data: object) => async (_: unknown, record: Made) =>
  expect((await acme.read("ada", record.path)).data).toMatchObject(data);
const nothingNew = async (): Promise<void> =>
  expect((await acme.page("ada", `${DEALS}?limit=500&search=new`)).items).toEqual([]);

type After = Scenario<Made>["after"] & object;
/** An update of a deal by the clerk that is refused, and changes nothing. */
const refuses = (guarantee: string, before: Record<string, unknown>, data: object, expected: Expectation = REFUSED) =>
  row(guarantee, {
    given: deal(before),
    request: (record) => patch(record, data),
    expect: expected,
    after: unchanged,
  });
/** An update of a deal by the clerk that is done. */
const changes = (guarantee: string, before: Record<string, unknown>, data: object, after: After) =>
  row(guarantee, { given: deal(before), request: (record) => patch(record, data), expect: { status: 200 }, after });

describe("permission for a transition, on amounts below 50", () => {
  changes("is used on a record below", { amount: 49 }, { stage: "won" }, stored({ stage: "won", amount: 49 }));
  refuses("is not used while the same request raises the amount", { amount: 49 }, { stage: "won", amount: 1_000_000 });

  refuses("is not used while the same request lowers the amount", { amount: 50 }, { stage: "won", amount: 49 });

  refuses(
    "comes after wrong values where only the result is out of its reach",
    { amount: 49 },
    { stage: "won", amount: 50, title: 5 },
    { status: 400, code: "INVALID_BODY", details: ["title"] },
  );

  refuses("comes before wrong values where the record is out of its reach", { amount: 50 }, { stage: "won", title: 5 });
});

describe("permission to write a field, on amounts below 100", () => {
  refuses("is not used while the same request raises the amount", { amount: 99 }, { margin: 9, amount: 5000 });
  refuses("is not used while the same request lowers the amount", { amount: 5000 }, { margin: 9, amount: 99 });
  refuses("is asked for a value that is given as it was", { amount: 99, margin: 9 }, { margin: 9, amount: 5000 });

  row("is not used on a create above", post({ margin: 9, amount: 100 }), REFUSED, nothingNew);
});

describe("permission to write a field, on records that are not sealed", () => {
  changes("writes where it is not known whether they are", {}, { remark: "x" }, stored({ remark: "x" }));
  refuses("does not write while it seals", {}, { remark: "x", sealed: true });
});

describe("permission to write a field, on one's own records", () => {
  row("writes on one's own", {
    given: () => created({}, clerk),
    request: (record) => patch(record, { diary: "x" }),
    expect: { status: 200 },
  });

  refuses("does not write on others'", {}, { diary: "x" });
});

describe("permission to read a field, on amounts below 100", () => {
  const feeOf = (answer: Parameters<typeof dataOf>[0]) => dataOf<RecordView>(answer).data;

  const raises = "is gone in the answer to the request that raises the amount";
  changes(raises, { amount: 99, fee: 7 }, { amount: 100 }, (answer) => expect(feeOf(answer)).not.toHaveProperty("fee"));

  const lowers = "is there in the answer to the request that lowers it";
  changes(lowers, { amount: 100, fee: 7 }, { amount: 99 }, (answer) => expect(feeOf(answer).fee).toBe(7));
});

describe("verbs on records that are not sealed", () => {
  row("an update does not seal", {
    given: deal({}),
    request: (record) => patch(record, { sealed: true }, warden),
    expect: REFUSED,
    after: unchanged,
  });

  row("a create is not sealed", { request: post({ sealed: true }, warden), expect: REFUSED, after: nothingNew });

  row("a delete takes none that is sealed", {
    given: deal({ sealed: true }),
    request: (record) => ({ method: "DELETE", path: record.path, as: warden, headers: { "if-match": record.etag } }),
    expect: REFUSED,
    after: async (answer, record) => {
      expect(errorOf(answer).message).not.toContain("sealed");
      await unchanged(answer, record);
    },
  });
});

function withLimitedRights() {
  const file = structuredClone(acme.file);
  const fields = [
    { key: "margin", type: "integer", writeVerb: "writeMargin" },
    { key: "remark", type: "text", writeVerb: "writeRemark" },
    { key: "diary", type: "text", writeVerb: "writeDiary" },
    { key: "fee", type: "integer", readVerb: "readFee" },
    { key: "sealed", type: "boolean" },
  ];
  const own = fields.flatMap(({ readVerb, writeVerb }) => [readVerb, writeVerb].filter((verb) => verb !== undefined));
  const unsealed = { not: ["sealed", "eq", true] };
  const below = (limit: number) => ["amount", "lt", limit];
  const deals = { entity: "deals" };
  file.entities
    .find(({ key }) => key === "deals")
    ?.fields.push(...fields.map((field) => ({ ...field, label: field.key })));
  file.roles.find(({ key }) => key === "everything")?.grants.push({ ...deals, verbs: own });
  file.roles.push(
    {
      key: "clerk",
      name: "Clerk",
      grants: [
        { ...deals, verbs: ["list", "create", "update"] },
        { ...deals, verbs: ["approve"], where: below(50) },
        { ...deals, verbs: ["writeMargin", "readFee"], where: below(100) },
        { ...deals, verbs: ["writeRemark"], where: unsealed },
        { ...deals, verbs: ["writeDiary"], where: ["createdBy", "eq", "$member.id"] },
      ],
    },
    {
      key: "warden",
      name: "Warden",
      grants: [
        { ...deals, verbs: ["list"] },
        { ...deals, verbs: ["create", "update", "delete"], where: unsealed },
      ],
    },
  );
  for (const member of file.members) {
    if (member.email.startsWith(`${clerk}@`)) member.roles = ["clerk"];
    if (member.email.startsWith(`${warden}@`)) member.roles = ["warden"];
  }
  return file;
}
