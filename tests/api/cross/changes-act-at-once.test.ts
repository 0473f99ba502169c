/** Revocation, deactivation and every change of the configuration act on the very next request (contract § 2). */
import { describe, expect, it } from "vitest";
import { runAdmin } from "../../support/admin";
import { sql } from "../../support/database-client";
import { type Answer, patch, post, send } from "../../support/http";
import {
  dataOf,
  errorOf,
  type IssuedTo,
  openOrganization,
  type RecordView,
  recordsPath,
} from "../../support/organization";
import type { MemberName, OrganizationFile } from "../../support/organization-file";
import { openService } from "../../support/own-service";
import { rowsOf } from "../../support/scenario";

const acme = await openOrganization();
const row = rowsOf(acme);
const second = openService();

const codeOf = (answer: Answer) => [answer.status, answer.status === 200 ? null : errorOf(answer).code];
const member = (name: MemberName) => ["--organization", acme.key, "--member", `${name}@${acme.key}.test`];

/** An organization of its own for a row that changes the configuration; the service has served it before. */
async function changed(as: MemberName, path: string, change: (file: OrganizationFile) => void) {
  const organization = await openOrganization("change");
  const sample = await organization.create("ada", "samples", { name: "kept", text: "word", hidden: "truffle" });
  expect((await organization.call(as, { path })).status).toBe(200);
  const file = structuredClone(organization.file);
  change(file);
  await organization.apply(file);
  return { organization, sample, token: organization.token(as) };
}
function named<Part extends { key: string }>(parts: Part[], key: string): Part {
  const part = parts.find((candidate) => candidate.key === key);
  if (part === undefined) throw new Error(`There is no ${key}`);
  return part;
}
const roleOf = ({ roles }: OrganizationFile, key: string) => named(roles, key);
const entityOf = ({ entities }: OrganizationFile, key: string) => named(entities, key);

describe("tokens and owners", () => {
  row("a token that was reading a moment ago reads nothing once the command line has revoked it, in any process", {
    given: async () => {
      const token = await acme.issue("ada");
      const { path } = await acme.create("ada", "samples", { name: "truffle" });
      for (const origin of [acme.origin, second.origin])
        for (const read of [path, recordsPath("samples")])
          expect((await send(origin, { path: read, token: token.text })).text).toContain("truffle");
      await runAdmin(["tokens", "revoke", token.id]);
      return { token: token.text, path };
    },
    request: ({ token }) => ({ path: recordsPath("samples"), token }),
    expect: { status: 401, code: "TOKEN_REVOKED" },
    after: async (_, { token, path }) => {
      for (const origin of [acme.origin, second.origin])
        for (const read of [path, recordsPath("samples")])
          expect(codeOf(await send(origin, { path: read, token }))).toEqual([401, "TOKEN_REVOKED"]);
    },
  });

  row("an owner deactivated by the command line is refused at once, and let in again once active", {
    given: async () => {
      expect((await acme.call("ben", { path: "/me" })).status).toBe(200);
      await runAdmin(["members", "deactivate", ...member("ben")]);
    },
    request: { path: "/me", as: "ben" },
    expect: { status: 401, code: "OWNER_INACTIVE" },
    after: async () => {
      await runAdmin(["members", "activate", ...member("ben")]);
      expect((await acme.call("ben", { path: "/me" })).status).toBe(200);
    },
  });
});

describe("a write that was let in, and whose body is still coming", () => {
  /** Let in: the service has noted that the token was used. */
  const letIn = (token: IssuedTo) =>
    expect
      .poll(() => sql("select 1 from token_uses where token_id = $1", [token.id]), { timeout: 10_000 })
      .toHaveLength(1);
  const sample = () => acme.create("ada", "samples", { name: "in flight", integer: 1 });
  const change = (statement: string, id: string) => sql(statement, [id]);
  const REVOKE = "update tokens set revoked = now() where id = $1";
  const DEACTIVATE = "update members set active = false where id = $1";
  const ACTIVATE = "update members set active = true where id = $1";
  const TAKE_ROLES = "update members set role_keys = '{}' where id = $1";
  const GIVE_ROLES = "update members set role_keys = '{writer}' where id = $1";

  for (const [guarantee, statement, back, expected] of [
    ["the token is revoked", REVOKE, null, { status: 401, code: "TOKEN_REVOKED" }],
    ["the owner is deactivated", DEACTIVATE, ACTIVATE, { status: 401, code: "OWNER_INACTIVE" }],
    ["the owner loses the role", TAKE_ROLES, GIVE_ROLES, { status: 404, code: "ENTITY_NOT_FOUND" }],
  ] as const) {
    const meanwhile = (token: IssuedTo) => async () => {
      await letIn(token);
      await change(statement, statement === REVOKE ? token.id : token.memberId);
    };
    const restore = (token: IssuedTo) => (back === null ? undefined : change(back, token.memberId));

    row(`an update is refused when ${guarantee} meanwhile`, {
      given: async () => ({ token: await acme.issue("wim"), record: await sample() }),
      request: ({ token, record }) => ({
        ...patch(record.path, { integer: 2 }, { token: token.text }, record.etag),
        halfway: meanwhile(token),
      }),
      expect: expected,
      after: async (_, { token, record }) => {
        await restore(token);
        expect(await acme.read("ada", record.path)).toEqual(record.view);
      },
    });

    row(`a create is refused when ${guarantee} meanwhile`, {
      given: () => acme.issue("wim"),
      request: (token) => ({
        ...post(recordsPath("samples"), { data: { name: "too late" } }, { token: token.text }),
        halfway: meanwhile(token),
      }),
      expect: expected,
      after: async (_, token) => {
        await restore(token);
        expect((await acme.page("ada", `${recordsPath("samples")}?search=too%20late`)).items).toEqual([]);
      },
    });
  }
});

describe("roles, fields and exposure", () => {
  it("a token loses and regains permissions with its owner", async () => {
    const { organization } = await changed("ada", recordsPath("samples"), () => {});
    const token = await organization.issue("rea", { scopes: [{ entity: "samples", verbs: ["list"] }] });
    const list = () => send(organization.origin, { path: recordsPath("samples"), token: token.text });
    expect((await list()).status).toBe(200);
    const narrowed = structuredClone(organization.file);
    roleOf(narrowed, "reader").grants = [];
    await organization.apply(narrowed);
    expect(codeOf(await list())).toEqual([404, "ENTITY_NOT_FOUND"]);
    await organization.apply(organization.file);
    expect((await list()).status).toBe(200);
  });

  it("a field that becomes protected disappears at once, from data, discovery, search and filters", async () => {
    const { organization, sample } = await changed("rea", recordsPath("samples"), (file) => {
      const text = entityOf(file, "samples").fields.find((field) => field.key === "text");
      Object.assign(text ?? {}, { readVerb: "readText" });
    });
    const read = await organization.call("rea", { path: sample.path });
    expect(dataOf<RecordView>(read).data).not.toHaveProperty("text");
    expect((await organization.call("rea", { path: "/entities/samples" })).text).not.toContain('"key":"text"');
    expect((await organization.page("rea", `${recordsPath("samples")}?search=word`)).items).toEqual([]);
    expect(codeOf(await organization.call("rea", { path: `${recordsPath("samples")}?sort=text:asc` }))).toEqual([
      400,
      "FIELD_NOT_QUERYABLE",
    ]);
  });

  it("an entity that is no longer exposed does not exist from the next request on", async () => {
    const { organization, sample } = await changed("ada", recordsPath("samples"), (file) => {
      entityOf(file, "samples").exposed = false;
    });
    for (const path of ["/entities/samples", recordsPath("samples"), sample.path]) {
      expect(codeOf(await organization.call("ada", { path }))).toEqual([404, "ENTITY_NOT_FOUND"]);
    }
    expect((await organization.call("ada", { path: "/entities" })).text).not.toContain('"samples"');
  });

  it("a row scope that narrows hides rows at once", async () => {
    const { organization, sample } = await changed("rea", recordsPath("samples"), (file) => {
      roleOf(file, "reader").grants = [{ entity: "samples", verbs: ["list"], where: ["name", "eq", "other"] }];
    });
    expect((await organization.page("rea", recordsPath("samples"))).items).toEqual([]);
    expect(codeOf(await organization.call("rea", { path: sample.path }))).toEqual([404, "RECORD_NOT_FOUND"]);
  });
});
