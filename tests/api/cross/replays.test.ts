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
import { grantsOf, type MemberName, type OrganizationFile } from "../../support/organization-file";
import { overtaken } from "../../support/overtaken";
import { type Expectation, rowsOf, type Scenario } from "../../support/scenario";

/** Only whose rows they are; each row has an organization of its own. */
const row = rowsOf(await openOrganization("replay"));

type Created = { organization: Organization; file: OrganizationFile; call: Call & { as: null }; path: string };
type Change = (file: OrganizationFile) => void;
/** `before` changes the file of its organization. */
type Create = { as?: MemberName; entity?: string; data?: Record<string, unknown>; status?: number; before?: Change };
type Then = (created: Created) => Promise<unknown>;

const KEY = "one-key";
const BLUE = { title: "note", body: "the body", team: "blue" };

/** A keyed create in an organization of its own, and what happened since. */
async function createdAndThen(
  { as = "wim", entity = "notes", data = BLUE, status = 201, before = () => {} }: Create,
  then: Then,
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

/** A row for what the create, repeated after what happened, is answered. */
function replayed(
  guarantee: string,
  then: Then,
  expected: Expectation,
  { after, ...create }: Create & Pick<Scenario<Created>, "after"> = {},
): void {
  const given = () => createdAndThen(create, then);
  row<Created>(guarantee, { given, request: ({ call }) => call, expect: expected, ...(after && { after }) });
}

const inForce =
  (...changes: Change[]): Then =>
  async ({ organization, file }) => {
    for (const change of changes) change(file);
    await organization.apply(file);
  };
const patched =
  (data: Record<string, unknown>): Then =>
  async ({ organization, path }) => {
    const answer = await organization.update("ada", path, data);
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

const fieldsOf = (file: OrganizationFile, entity: string) =>
  file.entities.find(({ key }) => key === entity)?.fields ?? [];
/** The writer creates notes, and lists those. */
const writerLists = (where: unknown) => (file: OrganizationFile) => {
  const grants = grantsOf(file, "writer");
  const others = grants.filter(({ entity }) => entity !== "notes");
  const notes = { entity: "notes", verbs: ["create"] };
  grants.splice(0, grants.length, ...others, notes, { ...notes, verbs: ["list"], where });
};
const IN_RED = inForce(writerLists(["team", "eq", "red"]));
const withField = (entity: string, field: { key: string; [member: string]: unknown }) => (file: OrganizationFile) =>
  void fieldsOf(file, entity).push({ label: field.key, ...field });
/** The field of notes has these members, too. */
const withMembers = (key: string, members: object) => (file: OrganizationFile) => {
  for (const field of fieldsOf(file, "notes")) if (field.key === key) Object.assign(field, members);
};
const BODY_IS_ANOTHER_FIELD = inTurn(
  inForce((file) => {
    const fields = fieldsOf(file, "notes");
    const place = fields.findIndex(({ key }) => key === "body");
    fields.splice(place, 1);
  }),
  inForce(withField("notes", { key: "body", type: "integer" })),
);

const OUT_OF_SIGHT = { status: 403, code: "CREATED_RECORD_NOT_READABLE" } as const;
const onlyOne = async (_: unknown, { organization, call }: Created) =>
  expect((await organization.page("ada", call.path)).items).toHaveLength(1);
const shown = (data: unknown) => ({ status: 201, data: expect.objectContaining({ data }) });
/** Of those who cannot read `team`. */
const NOTE = { title: "note", body: "the body", assignee: null };

describe("the record as it was created is shown", () => {
  replayed("where somebody has changed it, as it was", patched({ body: "another body" }), shown(NOTE), {
    after: onlyOne,
  });

  replayed(
    "where it could not be read at first and now can",
    inForce((file) => void grantsOf(file, "creator").push({ entity: "notes", verbs: ["list"] })),
    shown(NOTE),
    { as: "cleo", status: 403, after: onlyOne },
  );
});

const renameBody = withMembers("body", { key: "text", was: "body" });

describe("a field that was renamed since", () => {
  const RENAMED = { title: "note", text: "the body", assignee: null };
  replayed("has its value, as the record has it", inForce(renameBody), shown(RENAMED));

  const andChanged = inTurn(inForce(renameBody), patched({ text: "another" }));
  replayed("is empty where the record was changed as well", andChanged, shown({ ...RENAMED, text: null }));
});

describe("a record that has left the caller's sight is not shown", () => {
  replayed("where somebody has moved it out", patched({ team: "blue" }), OUT_OF_SIGHT, {
    as: "red",
    data: { ...BLUE, team: "red" },
    after: async (answer, created) => {
      expect(answer.text).not.toContain("the body");
      await onlyOne(answer, created);
    },
  });

  replayed("where the scope of the caller has narrowed", IN_RED, OUT_OF_SIGHT, { after: onlyOne });

  replayed(
    "where the scope has narrowed and the record was moved into it: it was not there when created",
    inTurn(patched({ team: "red" }), IN_RED),
    OUT_OF_SIGHT,
  );

  replayed("where it was deleted and would lie outside the scope of today", inTurn(deleted, IN_RED), OUT_OF_SIGHT);

  replayed(
    "where it was out of sight when created, by a field that is called otherwise today",
    inTurn(inForce(renameBody, writerLists(["text", "neq", "the body"])), patched({ text: "another body" })),
    OUT_OF_SIGHT,
    { status: 403, before: writerLists(["body", "neq", "the body"]) },
  );

  replayed(
    "where it was out of sight when created, by an option that is called otherwise today",
    inTurn(
      inForce(
        withMembers("mood", { options: [{ value: "down", was: "low" }, "high"] }),
        writerLists(["mood", "neq", "down"]),
      ),
      patched({ mood: "high" }),
    ),
    OUT_OF_SIGHT,
    {
      data: { ...BLUE, mood: "low" },
      status: 403,
      before: (file) => {
        withField("notes", { key: "mood", type: "select", options: ["low", "high"] })(file);
        writerLists(["mood", "neq", "low"])(file);
      },
    },
  );

  replayed(
    "where it was deleted and the scope asks for a field that was another one then",
    inTurn(deleted, BODY_IS_ANOTHER_FIELD, inForce(writerLists(["body", "lt", 5]))),
    OUT_OF_SIGHT,
  );
});

describe("a field that the caller can no longer read is absent", () => {
  const hidden = inForce(withMembers("body", { readVerb: "seeTeam" }));
  replayed("where it was hidden since", hidden, shown({ title: "note", assignee: null }));

  const emptied = inTurn(patched({ body: null }), BODY_IS_ANOTHER_FIELD);
  replayed("where it became another field, which is empty", emptied, shown({ ...NOTE, body: null }));

  /** `wim` reads the fee of deals below 100. */
  const withFee = (file: OrganizationFile) => {
    withField("deals", { key: "fee", type: "integer", readVerb: "readFee" })(file);
    grantsOf(file, "writer").push({ entity: "deals", verbs: ["readFee"], where: ["amount", "lt", 100] });
  };
  const feeOf = (answer: Parameters<typeof dataOf>[0]) => dataOf<RecordView>(answer).data;
  const deal = (amount: number) => ({ entity: "deals", data: { title: "d", amount, fee: 7 }, before: withFee });

  replayed(
    "where it is read on some records, and this one is none of them now",
    patched({ amount: 5000 }),
    { status: 201 },
    {
      ...deal(5),
      after: (answer) => {
        expect(feeOf(answer)).not.toHaveProperty("fee");
        expect(feeOf(answer).amount).toBe(5);
      },
    },
  );

  replayed(
    "where it is read on some records, and this one was none of them when created",
    patched({ amount: 5 }),
    { status: 201 },
    { ...deal(5000), after: (answer) => expect(feeOf(answer)).not.toHaveProperty("fee") },
  );

  replayed(
    "and is there where this one was and is one of them",
    patched({ amount: 6 }),
    { status: 201 },
    { ...deal(5), after: (answer) => expect(feeOf(answer)).toMatchObject({ amount: 5, fee: 7 }) },
  );
});

it("a replay that has to wait has the permissions from when it goes on", async () => {
  const { organization, file, call } = await createdAndThen({}, async () => {});
  writerLists(["team", "eq", "red"])(file);
  const lock = `select from idempotency_keys k join tokens t on t.id = k.token_id where t.organization_id = '${organization.id}' for update`;
  const repeated = () => overtaken({ acme: organization, file, lock }, () => organization.call("wim", call));
  let answer = await repeated();
  // On a stalled machine it waits for more than two seconds, which is refused before anything is decided (contract § 3).
  for (let more = 3; more > 0 && answer.status === 429; more -= 1) answer = await repeated();
  expect({ status: answer.status, code: errorOf(answer).code }).toEqual(OUT_OF_SIGHT);
  expect(answer.text).not.toContain("the body");
});

describe("a key grants no permission", () => {
  const withoutCreate = inForce((file) => {
    const grants = grantsOf(file, "writer");
    grants.splice(0, grants.length, { entity: "notes", verbs: ["list"] });
  });
  const denied = { status: 403, code: "PERMISSION_DENIED" };
  replayed("where the caller has lost the verb create, there is no replay", withoutCreate, denied, { after: onlyOne });
});
