/** Unique fields: one record of each value, exactly compared, whoever may see which (contract § 7, Unique fields). */
import { describe, expect, it } from "vitest";
import { type Answer, post as create, patch as update } from "../support/http";
import { errorOf, type Made, openOrganization, recordsPath } from "../support/organization";
import { entityOf, grantsOf } from "../support/organization-file";
import { rowsOf } from "../support/scenario";

const acme = await openOrganization("unique");
const file = structuredClone(acme.file);
const unique = (key: string, type: string, more = {}) => ({ key, label: key, type, unique: true, ...more });
const plain = (key: string, more = {}) => ({ key, label: key, type: "text", ...more });
const FIELDS = [
  plain("name", { required: true }),
  plain("owner"),
  unique("code", "text"),
  unique("mail", "email"),
  unique("page", "url"),
  unique("number", "integer"),
  unique("price", "decimal"),
  unique("seal", "text", { readVerb: "seal", writeVerb: "seal", default: "none" }),
];
file.entities.push(entityOf("parts", "Part", FIELDS, { uniqueLabel: true }));
const grant = (...verbs: string[]) => ({ entity: "parts", verbs });
grantsOf(file, "everything").push(grant("list", "create", "update", "delete", "seal"));
grantsOf(file, "writer").push(grant("list", "create", "update", "delete"));
grantsOf(file, "reader").push(grant("list"));
grantsOf(file, "creator").push(grant("create"), { ...grant("list"), where: ["owner", "eq", "cleo"] });
await acme.apply(file);

const row = rowsOf(acme);
const PARTS = recordsPath("parts");
let names = 0;
/** Another label and another seal each time. */
const part = (data: Record<string, unknown>) => {
  names += 1;
  return { name: `part ${names}`, seal: `seal ${names}`, ...data };
};
const post = (data: object) => create(PARTS, { data }, { as: "ada" });
const patch = ({ path }: Made, data: object) => update(path, data, { as: "ada" });

const CONFLICT = { status: 409, code: "DUPLICATE_LABEL" };
const LONG = "x".repeat(900_000);

describe("a value that another record has", () => {
  for (const [field, kept, sent] of [
    ["code", "A-1", "A-1"],
    ["code", LONG, LONG],
    ["number", 0, -0],
    ["price", "7", "7.000"],
    ["price", "0", "-0.0"],
  ] as const) {
    const shown = String(sent).slice(0, 20);
    row(`is refused on create, and the field is named: ${field} ${JSON.stringify(shown)}`, {
      given: () => acme.create("ada", "parts", part({ [field]: kept })),
      request: post(part({ [field]: sent })),
      expect: { ...CONFLICT, details: [field] },
      after: async (answer, other) => {
        expect(errorOf(answer).details).toEqual([{ field, message: "is already the value of another record" }]);
        expect(answer.text).not.toContain(other.id);
        await acme.remove("ada", other.path);
      },
    });
  }

  row("is refused on update, and nothing else of it is written", {
    given: async () => {
      await acme.create("ada", "parts", part({ code: "taken" }));
      return acme.create("ada", "parts", part({ code: "own", owner: "me" }));
    },
    request: (record) => patch(record, { code: "taken", owner: "you" }),
    expect: { ...CONFLICT, details: ["code"] },
    after: async (_, record) =>
      expect((await acme.read("ada", record.path)).data).toMatchObject({ code: "own", owner: "me" }),
  });

  it("is taken in the same words by a record in sight and one out of it", async () => {
    await acme.create("ada", "parts", part({ code: "seen", owner: "cleo" }));
    await acme.create("ada", "parts", part({ code: "unseen", owner: "ada" }));
    const answers = ["seen", "unseen"].map((code) =>
      acme.call("cleo", {
        ...create(PARTS, { data: { name: `${code} by cleo`, code, owner: "cleo" } }),
        headers: { "x-request-id": "same" },
      }),
    );
    const [seen, unseen] = await Promise.all(answers);
    expect([seen?.status, unseen?.text]).toEqual([409, seen?.text]);
    expect(errorOf(seen as Answer)).toMatchObject({ code: "DUPLICATE_LABEL", details: [{ field: "code" }] });
  });

  row("is no conflict with the record's own", {
    given: () => acme.create("ada", "parts", part({ code: "same", number: 4711, price: "3.0" })),
    request: (record) => patch(record, { code: "same", number: 4711, price: "3", owner: "new" }),
    expect: { status: 200 },
  });
});

describe("values that differ", () => {
  for (const [what, field, one, other] of [
    ["in case", "code", "abc", "ABC"],
    ["in Unicode form", "code", "\u00e9t\u00e9", "e\u0301te\u0301"],
    ["in their last letter", "code", `${LONG}1`, `${LONG}2`],
    ["beyond what a double tells apart", "price", "90071992547409931.00001", "90071992547409931.00002"],
  ] as const) {
    row(`${what} are two`, {
      given: () => acme.create("ada", "parts", part({ [field]: one })),
      request: post(part({ [field]: other })),
      expect: { status: 201 },
    });
  }

  row("are not the empty ones, of which there may be many", {
    given: () => acme.create("ada", "parts", part({ code: null })),
    request: post(part({ code: null, mail: null, number: null })),
    expect: { status: 201 },
  });
});

describe("beside it", () => {
  row("a label that is taken is told as before", {
    given: () => acme.create("ada", "parts", part({ name: "Labeled" })),
    request: post(part({ name: " LABELED" })),
    expect: { ...CONFLICT, details: ["name"] },
    after: (answer) => expect(errorOf(answer).message).toContain("already has this label"),
  });

  row("a conflict in a field that the caller cannot write names none", {
    given: () => acme.create("wim", "parts", { name: "first of the default" }),
    request: { ...post({ name: "second of the default" }), as: "wim" },
    expect: { ...CONFLICT, details: [] },
    after: (answer) => expect(answer.text).not.toContain("seal"),
  });
});
