/** A create that is repeated with its Idempotency-Key after something has changed (contract §§ 7, 8). */
import { describe, expect, it } from "vitest";
import type { Call } from "../../support/http";
import {
  dataOf,
  errorOf,
  type Organization,
  openOrganization,
  type RecordView,
  recordsPath,
} from "../../support/organization";
import type { MemberName, OrganizationFile } from "../../support/organization-file";
import { overtaken } from "../../support/overtaken";
import { rowsOf } from "../../support/scenario";

/** Only whose rows they are; each row has an organization of its own. */
const row = rowsOf(await openOrganization("replay"));

type Created = { organization: Organization; file: OrganizationFile; call: Call & { as: null }; path: string };
type Create = { as?: MemberName; entity?: string; data: Record<string, unknown>; status?: number };
type Then = (created: Created) => Promise<unknown>;

const KEY = "one-key";

/** A keyed create in an organization of its own, and what happened since. `before` changes its file. */
async function createdAndThen(
  { as = "wim", entity = "notes", data, status = 201 }: Create,
  then: Then,
  before: (file: OrganizationFile) => void = () => {},
): Promise<Created> {
  const organization = await openOrganization("replay");
  const file = structuredClone(organization.file);
  before(file);
  await organization.apply(file);
  const call = {
    method: "POST",
    path: recordsPath(entity),
    as: null,
    token: organization.token(as),
    headers: { "idempotency-key": KEY },
    json: { data },
  };
  const first = await organization.call(as, call);
  expect(first.status, first.text).toBe(status);
  const { items } = await organization.page("ada", recordsPath(entity));
  const created = { organization, file, call, path: `${recordsPath(entity)}/${items[0]?.id}` };
  await then(created);
  return created;
}

const inForce =
  (change: (file: OrganizationFile) => void): Then =>
  async ({ organization, file }) => {
    change(file);
    await organization.apply(file);
  };
const patched =
  (data: Record<string, unknown>): Then =>
  async ({ organization, path }) => {
    const headers = { "if-match": "*" };
    const answer = await organization.call("ada", { method: "PATCH", path, headers, json: { data } });
    expect(answer.status).toBe(200);
  };
const deleted: Then = async ({ organization, path }) => {
  const answer = await organization.remove("ada", path);
  expect(answer.status).toBe(200);
};
const inTurn =
  (...steps: Then[]): Then =>
  async (created) => {
    for (const step of steps) await step(created);
  };

const grantsOf = (file: OrganizationFile, role: string) => file.roles.find(({ key }) => key === role)?.grants ?? [];
const fieldsOf = (file: OrganizationFile, entity: string) =>
  file.entities.find(({ key }) => key === entity)?.fields ?? [];
/** The writer's verbs on notes become these, on those records. */
const writerHas = (verbs: string[], where?: unknown) => (file: OrganizationFile) => {
  const grants = grantsOf(file, "writer");
  const others = grants.filter(({ entity }) => entity !== "notes");
  grants.splice(0, grants.length, ...others, { entity: "notes", verbs: ["create"] });
  if (verbs.length > 0) grants.push({ entity: "notes", verbs, ...(where === undefined ? {} : { where }) });
};
const withoutField = (entity: string, key: string) => (file: OrganizationFile) => {
  const fields = fieldsOf(file, entity);
  fields.splice(
    fields.findIndex((field) => field.key === key),
    1,
  );
};
const withField = (entity: string, field: { key: string; [member: string]: unknown }) => (file: OrganizationFile) =>
  void fieldsOf(file, entity).push({ label: field.key, ...field });

const BLUE = { title: "note", body: "the body", team: "blue" };
const OUT_OF_SIGHT = { status: 403, code: "CREATED_RECORD_NOT_READABLE" } as const;
const replay = ({ call }: Created) => call;
const onlyOne = async (_: unknown, { organization, call }: Created) =>
  expect((await organization.page("ada", call.path)).items).toHaveLength(1);
const shown = (data: unknown) => ({ status: 201, data: expect.objectContaining({ data }) });
/** Of those who cannot read `team`. */
const NOTE = { title: "note", body: "the body", assignee: null };

describe("the record as it was created is shown", () => {
  row("where somebody has changed it, as it was", {
    given: () => createdAndThen({ data: BLUE }, patched({ body: "another body" })),
    request: replay,
    expect: shown(NOTE),
    after: onlyOne,
  });

  row("where it could not be read at first and now can", {
    given: () =>
      createdAndThen(
        { as: "cleo", data: BLUE, status: 403 },
        inForce((file) => void grantsOf(file, "creator").push({ entity: "notes", verbs: ["list"] })),
      ),
    request: replay,
    expect: shown(NOTE),
    after: onlyOne,
  });
});

const renameBody = (file: OrganizationFile) => {
  for (const field of fieldsOf(file, "notes"))
    if (field.key === "body") Object.assign(field, { key: "text", was: "body" });
};
const BODY_RENAMED = inForce(renameBody);

describe("a field that was renamed since", () => {
  row("has its value, as the record has it", {
    given: () => createdAndThen({ data: BLUE }, BODY_RENAMED),
    request: replay,
    expect: shown({ title: "note", text: "the body", assignee: null }),
  });

  row("is empty where the record was changed as well", {
    given: () => createdAndThen({ data: BLUE }, inTurn(BODY_RENAMED, patched({ text: "another" }))),
    request: replay,
    expect: shown({ title: "note", text: null, assignee: null }),
  });
});

describe("a record that has left the caller's sight is not shown", () => {
  row("where somebody has moved it out", {
    given: () => createdAndThen({ as: "red", data: { ...BLUE, team: "red" } }, patched({ team: "blue" })),
    request: replay,
    expect: OUT_OF_SIGHT,
    after: async (answer, created) => {
      expect(answer.text).not.toContain("the body");
      await onlyOne(answer, created);
    },
  });

  row("where the scope of the caller has narrowed", {
    given: () => createdAndThen({ data: BLUE }, inForce(writerHas(["list"], ["team", "eq", "red"]))),
    request: replay,
    expect: OUT_OF_SIGHT,
    after: onlyOne,
  });

  row("where the scope has narrowed and the record was moved into it: it was not there when created", {
    given: () =>
      createdAndThen(
        { data: BLUE },
        inTurn(patched({ team: "red" }), inForce(writerHas(["list"], ["team", "eq", "red"]))),
      ),
    request: replay,
    expect: OUT_OF_SIGHT,
  });

  row("where it was deleted and would lie outside the scope of today", {
    given: () => createdAndThen({ data: BLUE }, inTurn(deleted, inForce(writerHas(["list"], ["team", "eq", "red"])))),
    request: replay,
    expect: OUT_OF_SIGHT,
  });

  row("where it was out of sight when created, by a field that is called otherwise today", {
    given: () =>
      createdAndThen(
        { data: BLUE, status: 403 },
        inTurn(
          inForce((file) => {
            renameBody(file);
            writerHas(["list"], ["text", "neq", "the body"])(file);
          }),
          patched({ text: "another body" }),
        ),
        writerHas(["list"], ["body", "neq", "the body"]),
      ),
    request: replay,
    expect: OUT_OF_SIGHT,
  });

  row("where it was out of sight when created, by an option that is called otherwise today", {
    given: () =>
      createdAndThen(
        { data: { ...BLUE, mood: "low" }, status: 403 },
        inTurn(
          inForce((file) => {
            for (const field of fieldsOf(file, "notes"))
              if (field.key === "mood") field.options = [{ value: "down", was: "low" }, "high"];
            writerHas(["list"], ["mood", "neq", "down"])(file);
          }),
          patched({ mood: "high" }),
        ),
        (file) => {
          withField("notes", { key: "mood", type: "select", options: ["low", "high"] })(file);
          writerHas(["list"], ["mood", "neq", "low"])(file);
        },
      ),
    request: replay,
    expect: OUT_OF_SIGHT,
  });

  row("where it was deleted and the scope asks for a field that was another one then", {
    given: () =>
      createdAndThen(
        { data: BLUE },
        inTurn(
          deleted,
          inForce(withoutField("notes", "body")),
          inForce(withField("notes", { key: "body", type: "integer" })),
          inForce(writerHas(["list"], ["body", "lt", 5])),
        ),
      ),
    request: replay,
    expect: OUT_OF_SIGHT,
  });
});

describe("a field that the caller cannot read any more is absent", () => {
  row("where it was hidden since", {
    given: () =>
      createdAndThen(
        { data: BLUE },
        inForce((file) => {
          for (const field of fieldsOf(file, "notes")) if (field.key === "body") field.readVerb = "seeTeam";
        }),
      ),
    request: replay,
    expect: shown({ title: "note", assignee: null }),
  });

  row("where it became another field, which is empty", {
    given: () =>
      createdAndThen(
        { data: BLUE },
        inTurn(
          patched({ body: null }),
          inForce(withoutField("notes", "body")),
          inForce(withField("notes", { key: "body", type: "integer" })),
        ),
      ),
    request: replay,
    expect: shown({ ...NOTE, body: null }),
  });

  /** `wim` reads the fee of deals below 100. */
  const withFee = (file: OrganizationFile) => {
    withField("deals", { key: "fee", type: "integer", readVerb: "readFee" })(file);
    grantsOf(file, "writer").push({ entity: "deals", verbs: ["readFee"], where: ["amount", "lt", 100] });
  };
  const feeOf = (answer: Parameters<typeof dataOf>[0]) => dataOf<RecordView>(answer).data;

  row("where it is read on some records, and this one is none of them now", {
    given: () =>
      createdAndThen({ entity: "deals", data: { title: "d", amount: 5, fee: 7 } }, patched({ amount: 5000 }), withFee),
    request: replay,
    expect: { status: 201 },
    after: (answer) => {
      expect(feeOf(answer)).not.toHaveProperty("fee");
      expect(feeOf(answer).amount).toBe(5);
    },
  });

  row("where it is read on some records, and this one was none of them when created", {
    given: () =>
      createdAndThen({ entity: "deals", data: { title: "d", amount: 5000, fee: 7 } }, patched({ amount: 5 }), withFee),
    request: replay,
    expect: { status: 201 },
    after: (answer) => expect(feeOf(answer)).not.toHaveProperty("fee"),
  });

  row("and is there where this one was and is one of them", {
    given: () =>
      createdAndThen({ entity: "deals", data: { title: "d", amount: 5, fee: 7 } }, patched({ amount: 6 }), withFee),
    request: replay,
    expect: { status: 201 },
    after: (answer) => expect(feeOf(answer)).toMatchObject({ amount: 5, fee: 7 }),
  });
});

it("a replay that has to wait has the permissions from when it goes on", async () => {
  const { organization, file, call } = await createdAndThen({ data: BLUE }, async () => {});
  writerHas(["list"], ["team", "eq", "red"])(file);
  const lock = `select from idempotency_keys k join tokens t on t.id = k.token_id where t.organization_id = '${organization.id}' for update`;
  const replayed = () => overtaken({ acme: organization, file, lock }, () => organization.call("wim", call));
  let answer = await replayed();
  // On a stalled machine it waits for more than two seconds, which is refused before anything is decided (contract § 3).
  for (let more = 3; more > 0 && answer.status === 429; more -= 1) answer = await replayed();
  expect({ status: answer.status, code: errorOf(answer).code }).toEqual(OUT_OF_SIGHT);
  expect(answer.text).not.toContain("the body");
});

describe("a key gives no right", () => {
  row("where the caller has lost the verb create, there is no replay", {
    given: () =>
      createdAndThen(
        { data: BLUE },
        inForce((file) => {
          const grants = grantsOf(file, "writer");
          grants.splice(0, grants.length, { entity: "notes", verbs: ["list"] });
        }),
      ),
    request: replay,
    expect: { status: 403, code: "PERMISSION_DENIED" },
    after: onlyOne,
  });
});
