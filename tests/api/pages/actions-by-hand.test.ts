/**
 * Every server action of the build, called by hand with what no page sends. Each refuses, as it refuses anything else: no
 * fault, and nothing done.
 */
import { readFileSync } from "node:fs";
import { describe, expect, inject, it } from "vitest";
import { sql } from "../../support/database-client";
import type { Answer } from "../../support/http";
import { OPEN_POLICY } from "../../support/open-policy";
import { openOrganization } from "../../support/organization";
import { type PageClient, pageClient } from "../../support/page-client";
import { givePassword, ownAddress, signedIn } from "../../support/page-people";

type Manifest = { node: Record<string, { exportedName: string; workers: Record<string, unknown> }> };

const origin = inject("origin");
const acme = await openOrganization();
const ada = await givePassword(acme, "ada");
const administrator = await signedIn(origin, ada);
const visitor = pageClient(origin, ownAddress());
const [member] = await sql("select id from members where email = $1", [ada]);
const page = { memberId: member?.id, email: ada, organizationName: acme.file.organization.name };

const manifest = JSON.parse(readFileSync(".next/server/server-reference-manifest.json", "utf8")) as Manifest;
const ACTIONS = Object.entries(manifest.node).map(([id, { exportedName, workers }]) => ({
  id,
  name: exportedName,
  path: pathOf(Object.keys(workers).find((page) => !page.includes("@")) ?? ""),
}));

/** Of a page that has the action: Next.js hands those of other pages on, to a page that a dialog may stand for. */
function pathOf(page: string): string {
  return page.replace(/^app|\/\([^)]*\)|\/page$/g, "").replace(/\[[^\]]+\]/g, "none");
}

/** What every caller may have done for them, whatever they send along. */
const TAKES_ANYTHING = ["signOutHere"];
const ARGUMENTS = [
  "[]",
  "[null]",
  '["$D2026-01-31T09:30:00.000Z","$undefined"]',
  '[{"memberId":1,"email":2,"organizationName":3},{"tokenId":{}}]',
  JSON.stringify([page]),
  JSON.stringify([page, null]),
  JSON.stringify([page, { memberId: "all", tokenIds: {}, tokenId: 7, from: null, to: [], scopes: "none" }]),
  JSON.stringify([{ ...page, memberId: "' or true" }, {}]),
];

const idOf = (name: string, under = "/") =>
  ACTIONS.find((action) => action.name === name && action.path.startsWith(under))?.id ?? "";
const pathTo = (id: string) => ACTIONS.find((action) => action.id === id)?.path ?? "";

async function call(client: PageClient, id: string, body: string): Promise<Answer> {
  const headers = { origin, accept: "text/x-component", "next-action": id, "content-type": "text/plain;charset=UTF-8" };
  return client.get(pathTo(id), { method: "POST", headers, body });
}

/** The whole organization's state that actions change. */
const state = () =>
  sql(
    `select (select count(*)::int from tokens where organization_id = $1) as tokens,
            (select count(*)::int from audit_events where organization_id = $1 and action not in ('member.sign-in', 'member.sign-out')) as events,
            (select bool_and(active) from members where email = $2) as active`,
    [acme.id, ada],
  );

it("the build has actions", () => {
  const some = ["signInWithPassword", "signInWithLink", "choosePassword", "chooseOrganization", "deactivate"];
  expect(ACTIONS.map(({ name }) => name)).toEqual(expect.arrayContaining(some));
});

describe.each(ACTIONS.filter(({ name }) => !TAKES_ANYTHING.includes(name)))("$name", ({ id }) => {
  it.each(ARGUMENTS)("refuses %s", async (body) => {
    const before = await state();
    for (const client of [visitor, administrator]) {
      const answer = await call(client, id, body);
      expect([answer.status, answer.headers["content-type"]]).toEqual([200, "text/x-component"]);
      expect(answer.text).not.toMatch(/zod|prisma|"digest"|\bat \//i);
      expect(answer.headers).not.toHaveProperty("set-cookie");
    }
    expect(await state()).toEqual(before);
  });
});

it.each([
  ["savePolicy", { from: OPEN_POLICY, to: { ...OPEN_POLICY, allowedAddresses: ["nowhere"] } }],
  ["savePolicy", { from: { ...OPEN_POLICY, allowedAddresses: ["10.0.0.1/8"] }, to: OPEN_POLICY }],
])("%s refuses what has the right shape but cannot be stored: %j", async (name, sent) => {
  const before = await state();
  const answer = await call(administrator, idOf(name), JSON.stringify([page, sent]));
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"refused":"out-of-date"')]);
  expect(await state()).toEqual(before);
});

it("revokeSeveral revokes ten tokens only with their number typed", async () => {
  const { id: live } = await acme.issue("wim");
  const others = Array.from({ length: 9 }, (_, index) => String(index).repeat(22));
  const id = idOf("revokeSeveral");
  const revoke = (typed: string) =>
    call(administrator, id, JSON.stringify([page, { tokenIds: [live, ...others], all: 10, typed }]));
  const before = await state();
  for (const typed of ["", "9", "ten"])
    expect((await revoke(typed)).text).toContain('"mismatch":"Type the number: 10"');
  expect(await state()).toEqual(before);
  expect((await revoke("10")).text).toContain('"revoked":1');
});

/** As React sends the arguments of a form's action: its former state, and its fields. */
async function callForm(client: PageClient, id: string, fields: Record<string, string>): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(`_1_${name}`, value);
  form.set("0", '[{"message":null},"$K1"]');
  const encoded = new Response(form);
  const type = encoded.headers.get("content-type") ?? "";
  const headers = { origin, accept: "text/x-component", "next-action": id, "content-type": type };
  return client.get(pathTo(id), { method: "POST", headers, body: await encoded.text() });
}

const ACCOUNT = { kind: "service", name: "Sync", email: "sync@example.test" };

it.each([
  [{ ...ACCOUNT, "added-keepers": "\0" }, "managed in the configuration file"],
  [{ ...ACCOUNT, member: "all" }, '"refused":"out-of-date"'],
  [{ member: String(member?.id), name: "Ada", admin: "on" }, "managed in the configuration file"],
])("the form of a member saves nothing of %j", async (fields, said) => {
  const before = await state();
  const answer = await callForm(administrator, idOf("saveMemberByForm"), {
    "page-member": JSON.stringify(page),
    ...fields,
  });
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining(said)]);
  expect(await state()).toEqual(before);
});

const UNREADABLE = [
  ...["", "[", "null", "1", '"a"', '"$F1"', "{}", "\0", `${"[".repeat(60)}${"]".repeat(60)}`],
  // References of React's to what was not sent, to what no page sends, and to themselves.
  ...['["$F1"]', '[{"then":"$1"}]', '["$Q1"]', '["$@1"]', '["$1:a"]', '["$0"]', '["$0:0"]', '["$0:1:then",{}]'],
  ...['["$T"]', '["$h1"]', '["$i1"]', '["$n1x"]', '["$A1"]', '["$0:constructor"]', '["$0:1:__proto__",[]]'],
];

describe.each(ACTIONS)("of arguments that Next cannot decode, $name", ({ id }) => {
  it("does nothing, without a fault", async () => {
    for (const body of UNREADABLE) {
      for (const client of [visitor, administrator]) {
        const { status, text, headers } = await call(client, id, body);
        expect([body, status, text]).toEqual([
          body,
          400,
          expect.stringContaining("It was not sent by a page of this service as it is now."),
        ]);
        expect(headers).not.toHaveProperty("set-cookie");
      }
    }
  });
});

it("no form is decoded whose arguments lead nowhere, by whatever way it is sent", async () => {
  const id = idOf("signOutHere");
  const toForm = (fields: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return new Response(form);
  };
  const send = async (sent: Response, headers: Record<string, string>) => {
    const type = sent.headers.get("content-type") ?? "text/plain";
    const all = { origin, accept: "text/x-component", "content-type": type, ...headers };
    return (await visitor.get("/sign-in", { method: "POST", headers: all, body: await sent.text() })).status;
  };
  const scripted = { "next-action": id };
  const bound = { $ACTION_REF_1: "", "$ACTION_1:0": JSON.stringify({ id, bound: "$@1" }) };
  const refused = {
    part: await send(toForm({ "0": '["$F1"]' }), scripted),
    noParts: await send(toForm({ a: "b" }), scripted),
    brokenForm: await send(new Response("a"), { ...scripted, "content-type": "multipart/form-data; boundary=b" }),
    json: await send(new Response('["$F1"]'), { ...scripted, "content-type": "application/json" }),
    bound: await send(toForm({ ...bound, "$ACTION_1:1": '["$F2"]' }), {}),
    boundToNothing: await send(toForm(bound), {}),
    twoActions: await send(
      toForm({ $ACTION_REF_: "", "$ACTION_:0": "[]", $ACTION_REF_1: "", "$ACTION_1:0": "[]" }),
      {},
    ),
  };
  for (const [sent, status] of Object.entries(refused)) expect([sent, status]).toEqual([sent, 400]);
});

const beta = await openOrganization();
const wim = await givePassword(acme, "wim");
const ordinary = await signedIn(origin, wim);
const pageOf = ({ id, file }: typeof acme, email: string, memberId: string) => ({
  memberId,
  email,
  organizationName: file.organization.name,
  organizationId: id,
});
const pageOfWim = pageOf(acme, wim, acme.memberId("wim"));

describe("by an ordinary member, what is for administrators", () => {
  const CHOSEN = { memberId: acme.memberId("rea") };
  it.each([
    ["savePolicy", { from: OPEN_POLICY, to: { ...OPEN_POLICY, maxLifetimeDays: 7 } }],
    ["revokeSeveral", { tokenIds: ["0".repeat(22)], all: 1, typed: "" }],
  ])("is forbidden: %s", async (name, sent) => {
    const before = await state();
    const answer = await call(ordinary, idOf(name), JSON.stringify([pageOfWim, sent]));
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"refused":"forbidden"')]);
    expect(await state()).toEqual(before);
  });

  it.each(["activate", "deactivate", "createLinkByForm", "withdraw", "resetSecondFactor"])(
    "is forbidden: %s",
    async (name) => {
      const before = await state();
      const fields = { "page-member": JSON.stringify(pageOfWim), member: CHOSEN.memberId };
      expect((await callForm(ordinary, idOf(name), fields)).text).toContain('"refused":"forbidden"');
      expect(await state()).toEqual(before);
    },
  );
});

describe("a token of somebody else", () => {
  const SHOWN = { name: "theirs", purpose: "" };
  const labels = { name: "taken over", purpose: "", shown: SHOWN };
  const successors = "select count(*)::int from tokens where replaces_id = $1";
  const row = async (id: string) =>
    (await sql(`select name, revoked, (${successors}) as successors from tokens where id = $1`, [id]))[0];

  it.each([
    ["of another member", ordinary, pageOfWim, () => acme.issue("rea")],
    ["of another member, for an administrator", administrator, page, () => acme.issue("rea")],
    ["of another organization, for an administrator", administrator, page, () => beta.issue("rea")],
  ])("%s is neither edited nor rotated", async (_, client, from, issue) => {
    const { id } = await issue();
    const before = await row(id);
    for (const [name, sent] of [
      ["editAction", { tokenId: id, labels: { ...labels, shown: { name: before?.name, purpose: "" } } }],
      ["rotateAction", { tokenId: id, overlapSeconds: 3_600 }],
    ] as const) {
      const { text } = await call(client, idOf(name, "/tokens"), JSON.stringify([from, sent]));
      expect(text).toContain('"kind":"unknown"');
    }
    expect(await row(id)).toEqual(before);
  });

  it.each([
    ["of another member", ordinary, pageOfWim, () => acme.issue("rea")],
    ["of another organization, for an administrator", administrator, page, () => beta.issue("rea")],
  ])("%s is not revoked, and is as one that does not exist", async (_, client, from, issue) => {
    const { id } = await issue();
    const before = await row(id);
    const revoke = async (token: string) =>
      (await callForm(client, idOf("revokeAction"), { "page-member": JSON.stringify(from), token })).text;
    expect(await revoke(id)).toContain("This token no longer exists.");
    expect(await revoke(id)).toBe(await revoke("0".repeat(22)));
    expect(await row(id)).toEqual(before);
  });
});

it("revokeSeveral revokes none of another organization", async () => {
  const { id } = await beta.issue("rea");
  const sent = JSON.stringify([page, { tokenIds: [id], all: 1, typed: "" }]);
  expect((await call(administrator, idOf("revokeSeveral"), sent)).text).toContain('"unknown":1');
  expect(await sql("select revoked from tokens where id = $1", [id])).toEqual([{ revoked: null }]);
});

it("an object that is sent twice is read twice", async () => {
  const to = { ...OPEN_POLICY, allowedAddresses: "$0:1:from:allowedAddresses" };
  const { status, text } = await call(
    administrator,
    idOf("savePolicy"),
    JSON.stringify([page, { from: OPEN_POLICY, to }]),
  );
  expect([status, text]).toEqual([200, expect.not.stringContaining("out-of-date")]);
});
