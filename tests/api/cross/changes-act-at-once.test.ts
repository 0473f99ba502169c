/** Revocation, deactivation and every change of the configuration act on the very next request (contract § 2). */
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { runAdmin } from "../../support/admin";
import { sql } from "../../support/database-client";
import { type Answer, patch, send } from "../../support/http";
import {
  dataOf,
  errorOf,
  type IssuedTo,
  openOrganization,
  type RecordView,
  recordsPath,
} from "../../support/organization";
import type { MemberName, OrganizationFile } from "../../support/organization-file";
import { rowsOf } from "../../support/scenario";
import { type Service, startService } from "../../support/service";

const acme = await openOrganization();
const row = rowsOf(acme);
let second: Service;

beforeAll(async () => {
  second = await startService(inject("adapter"), inject("databaseUrl"));
});
afterAll(() => second?.kill());

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
const roleOf = (file: OrganizationFile, key: string) => {
  const role = file.roles.find((candidate) => candidate.key === key);
  if (role === undefined) throw new Error(`No role ${key}`);
  return role;
};
const entityOf = (file: OrganizationFile, key: string) => {
  const entity = file.entities.find((candidate) => candidate.key === key);
  if (entity === undefined) throw new Error(`No entity ${key}`);
  return entity;
};

describe("tokens and owners", () => {
  row("a token revoked by the command line is refused on its next request, in every process", {
    given: async () => {
      const token = await acme.issue("rea");
      for (const origin of [acme.origin, second.origin])
        expect((await send(origin, { path: "/me", token: token.text })).status).toBe(200);
      await runAdmin(["tokens", "revoke", token.id]);
      return token;
    },
    request: (token) => ({ path: "/me", token: token.text }),
    expect: { status: 401, code: "TOKEN_REVOKED" },
    after: async (_, token) => {
      expect(codeOf(await send(second.origin, { path: "/me", token: token.text }))).toEqual([401, "TOKEN_REVOKED"]);
    },
  });

  row("a token that was reading a moment ago reads nothing once it is revoked", {
    given: async () => {
      const token = await acme.issue("ada");
      const { path } = await acme.create("ada", "samples", { name: "truffle" });
      for (const origin of [acme.origin, second.origin])
        for (const read of [path, recordsPath("samples")])
          expect((await send(origin, { path: read, token: token.text })).text).toContain("truffle");
      await acme.revoke(token.id);
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

  row("the owner's other tokens live on", {
    given: async () => {
      await acme.revoke((await acme.issue("rea")).id);
      return acme.issue("rea");
    },
    request: (token) => ({ path: "/me", token: token.text }),
    expect: { status: 200 },
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

  row("a token made by the command line works at once, within its scopes", {
    given: async () => {
      const printed = await runAdmin([
        "tokens",
        "create",
        ...member("ada"),
        "--name",
        "from the command line",
        "--expires",
        "30d",
        "--scope",
        "deals:list,create",
        "--json",
      ]);
      return JSON.parse(printed) as { id: string; token: string; hint: string; expiresAt: string };
    },
    request: (issued) => ({ path: "/me", token: issued.token }),
    expect: (issued) => ({
      status: 200,
      data: {
        organizationId: acme.id,
        member: { id: acme.memberId("ada"), name: "Ada", email: `ada@${acme.key}.test` },
        token: { id: issued.id, name: "from the command line", tokenHint: issued.hint },
      },
    }),
    after: async (_, issued) => {
      expect(codeOf(await send(acme.origin, { path: "/entities/samples", token: issued.token }))).toEqual([
        404,
        "ENTITY_NOT_FOUND",
      ]);
      expect((await send(acme.origin, { path: recordsPath("deals"), token: issued.token })).status).toBe(200);
      expect(Math.abs(Date.parse(issued.expiresAt) - Date.now() - 30 * 86_400_000)).toBeLessThan(86_400_000);
    },
  });

  it("after a revocation has returned, no request in flight or new gets through, and none writes", async () => {
    const token = await acme.issue("wim");
    const record = await acme.create("wim", "samples", { name: "raced", integer: 0 });
    let revoked = false;
    let passedAfter = 0;
    let refused = 0;
    const loop = async (origin: string) => {
      for (let time = 0; time < 40; time += 1) {
        const startedAfter = revoked;
        const answer = await send(
          origin,
          patch(record.path, { integer: Math.floor(Math.random() * 1e9) }, { token: token.text }),
        );
        if (answer.status === 401) refused += 1;
        else if (startedAfter) passedAfter += 1;
      }
    };
    const loops = Array.from({ length: 8 }, (_, index) => loop(index % 2 === 0 ? acme.origin : second.origin));
    const [{ at }] = (await sql<{ at: Date }>(
      "update tokens set revoked = clock_timestamp() where id = $1 returning revoked as at",
      [token.id],
    )) as [{ at: Date }];
    revoked = true;
    const settled = (await acme.read("wim", record.path)).versionId;
    await Promise.all(loops);
    expect(passedAfter).toBe(0);
    expect(refused).toBeGreaterThan(0);
    const last = await acme.read("wim", record.path);
    expect(last.versionId).toBe(settled);
    expect(Date.parse(last.updated)).toBeLessThanOrEqual(at.getTime() + 1);
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
        method: "PATCH",
        path: record.path,
        token: token.text,
        headers: { "if-match": record.etag },
        json: { data: { integer: 2 } },
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
        method: "POST",
        path: recordsPath("samples"),
        token: token.text,
        json: { data: { name: "too late" } },
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
  it("a verb that the owner loses by the command line is refused at once", async () => {
    const { organization } = await changed("rea", recordsPath("samples"), () => {});
    const file = structuredClone(organization.file);
    for (const grant of roleOf(file, "reader").grants) if (grant.entity === "samples") grant.verbs = ["create"];
    await runAdmin(["config", "apply"], { "organization.json": JSON.stringify(file) });
    expect(codeOf(await organization.call("rea", { path: recordsPath("samples") }))).toEqual([
      403,
      "PERMISSION_DENIED",
    ]);
  });

  it("a token loses with its owner, and regains with its owner", async () => {
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

  it("a read verb that the owner gains makes the field appear at once", async () => {
    const { organization, sample } = await changed("rea", recordsPath("samples"), (file) => {
      roleOf(file, "reader").grants.push({ entity: "samples", verbs: ["readHidden"] });
    });
    expect((await organization.read("rea", sample.path)).data.hidden).toBe("truffle");
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

  it("an entity that becomes exposed exists from the next request on", async () => {
    const { organization } = await changed("ada", "/me", (file) => {
      entityOf(file, "internal").exposed = true;
    });
    expect((await organization.call("ada", { path: recordsPath("internal") })).status).toBe(200);
  });

  it("a field that is added is a key of the answer on older records too", async () => {
    const { organization, sample } = await changed("ada", recordsPath("samples"), (file) => {
      entityOf(file, "samples").fields.push({ key: "later", label: "Later", type: "text" });
    });
    expect((await organization.read("rea", sample.path)).data).toHaveProperty("later", null);
    const page = await organization.page("rea", `${recordsPath("samples")}?sort=later:asc`);
    expect(page.items[0]?.data).toHaveProperty("later", null);
  });

  it("a row scope that narrows hides rows at once", async () => {
    const { organization, sample } = await changed("rea", recordsPath("samples"), (file) => {
      roleOf(file, "reader").grants = [{ entity: "samples", verbs: ["list"], where: ["name", "eq", "other"] }];
    });
    expect((await organization.page("rea", recordsPath("samples"))).items).toEqual([]);
    expect(codeOf(await organization.call("rea", { path: sample.path }))).toEqual([404, "RECORD_NOT_FOUND"]);
  });
});
