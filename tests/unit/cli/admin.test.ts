/** The command line as people and scripts meet it: a process of its own, its output and its exit code. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { verifyPassword } from "better-auth/crypto";
import { afterAll, describe, expect, it, vi } from "vitest";
import { TOKEN_PATTERN } from "@/lib/authentication/token-form";
import type { Member } from "@/lib/model";
import { env } from "@/lib/process/env";
import { findToken } from "@/lib/store/authentication";
import { createToken } from "@/lib/tokens/change/create";
import { openCommandLine } from "../../support/command-line";
import { memberWith } from "../../support/member";
import { startRelay } from "../../support/relay";
import { apply, field } from "../configuration/applied";
import { openTestDatabase, query } from "../configuration/database";
import { exampleFile } from "../configuration/example";
import { newWebhook } from "../webhooks/owned-webhook";

process.env.APP_SECRET = "a secret of the tests, of no use elsewhere";
openTestDatabase();
// Each command is a process that starts, connects and ends.
vi.setConfig({ testTimeout: 60_000 });

const directory = mkdtempSync(join(tmpdir(), "admin-test-"));
afterAll(() => rmSync(directory, { recursive: true }));

const admin = openCommandLine();

function writeFile(name: string, content: unknown): string {
  const path = join(directory, name);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

/** The command that makes a token of Ada's. */
const creating = (organization: string, name: string, ...options: string[]) => [
  ...["tokens", "create", "--organization", organization, "--member", "ada@acme.test"],
  ...["--name", name, ...options],
];

/** Of a command that has done nothing. */
const refused = (...lines: string[]) => ({ code: 1, stdout: "", stderr: `${lines.join("\n")}\n` });

/** The example in force. */
const applied = (key: string) => apply(exampleFile(key));

const adaOf = async ({ organizationId }: { organizationId: string }): Promise<Member> =>
  await memberWith(organizationId, "ada@acme.test");

describe("config check", () => {
  it("needs no database", async () => {
    const path = writeFile("valid.json", exampleFile());
    expect(await admin(["config", "check", path], { env: { DATABASE_URL: "postgres://127.0.0.1:1/x" } })).toEqual({
      code: 0,
      stdout: "The file is valid (entities: 2, roles: 1, members: 1).\n",
      stderr: "",
    });
  });

  it("prints every issue with its path, and fails", async () => {
    const path = writeFile("invalid.json", { ...exampleFile(), roles: [], color: "red" });
    expect(await admin(["config", "check", path])).toEqual(refused("color: is not a member of this object"));
  });

  it("prints JSON for scripts, valid or not", async () => {
    const invalid = writeFile("roles.json", { ...exampleFile(), roles: [] });
    const unusable = await admin(["config", "check", invalid, "--json"]);
    expect([unusable.code, JSON.parse(unusable.stdout)]).toEqual([
      1,
      { valid: false, issues: [{ path: "members[0].roles[0]", message: 'there is no role "sales"' }] },
    ]);
    const accepted = await admin(["config", "check", "-", "--json"], { input: JSON.stringify(exampleFile()) });
    expect([accepted.code, JSON.parse(accepted.stdout)]).toEqual([0, { valid: true, issues: [] }]);
  });
});

it("config diff, apply and export show, do and print back", async () => {
  const path = writeFile("round.json", exampleFile("round"));
  const diff = await admin(["config", "diff", path]);
  expect([diff.code, diff.stdout.split("\n")[0]]).toEqual([0, "+ organization round"]);
  expect(await query("SELECT FROM organizations WHERE key = 'round'")).toEqual([]);

  const apply = await admin(["config", "apply", path, "--json"]);
  expect([apply.code, JSON.parse(apply.stdout)]).toMatchObject([0, { organization: "round", version: 1, kept: [] }]);
  const again = await admin(["config", "apply", path]);
  expect(again.stdout).toBe('Nothing changed: "round" is at version 1.\n');

  const exported = await admin(["config", "export", "--organization", "round"]);
  const back = await admin(["config", "diff", "-"], { input: exported.stdout });
  expect(back.stdout).toBe("Nothing would change.\n");
});

it("a database that is far away is waited for", async () => {
  await applied("distant");
  const relay = await startRelay(env().DATABASE_URL ?? "");
  try {
    // More for an answer than a request waits for a connection.
    relay.delay(510);
    const outcome = await admin(["tokens", "list", "--organization", "distant", "--json"], {
      env: { DATABASE_URL: relay.url },
    });
    expect(outcome).toEqual({ code: 0, stdout: "[]\n", stderr: "" });
  } finally {
    await relay.stop();
  }
});

describe("tokens", () => {
  it("can be limited, and are listed with what they are limited to", async () => {
    const file = exampleFile("limited");
    field(file, "deals", "stage").limitable = true;
    await apply(file);
    const rows = '[{"entityKey": "deals", "where": ["stage", "in", ["lead", "won"]]}]';
    const limits = ["--deny-field", "deals:amount", "--rows", rows, "--address", "10.0.0.0/8"];
    const limited = await admin(creating("limited", "Limited", ...limits, "--requests-per-minute", "60"));
    expect(limited.code, limited.stderr).toBe(0);
    const both = await admin(["tokens", "list", "--organization", "limited"]);
    expect(both.stdout).toContain(
      "everything; cannot read amount of deals; reaches deals only where stage is one of lead, won; works from 10.0.0.0/8 only; at most 60 requests a minute",
    );
    const [shown] = JSON.parse((await admin(["tokens", "list", "--organization", "limited", "--json"])).stdout);
    expect(shown).toMatchObject({
      deniedFields: [{ entity: "deals", fields: ["amount"] }],
      rows: [{ entityKey: "deals", where: ["stage", "in", ["lead", "won"]] }],
      allowedAddresses: ["10.0.0.0/8"],
      requestsPerMinute: 60,
    });
    const led = JSON.stringify([{ entityKey: "deals", where: ["stage", "eq", "led"] }]);
    for (const [option, value, text] of [
      ["--address", "here", '"here" is not an IP address or range'],
      ["--rows", "deals", '"deals" is no list of limits: write [{"entityKey": "deals"'],
      ["--rows", "[]", "--rows [] limits nothing: leave it out for a token that reaches all records."],
      ["--rows", led, "rows: deals: where: stage has no such option. Did you mean lead?"],
    ] as const)
      expect(await admin(creating("limited", "X", option, value))).toMatchObject({
        ...{ code: 1, stderr: expect.stringContaining(text) },
      });
  });

  it("are created, listed without their secret, and revoked", async () => {
    await applied("tokens");
    const scopes = ["--scope", "deals:list,create", "--scope", "accounts:list"];
    const made = await admin(creating("tokens", "Sync", "--expires", "never", ...scopes, "--json"));
    const { id, token, hint, expiresAt, ...rest } = JSON.parse(made.stdout);
    expect([made.code, rest, expiresAt]).toEqual([0, {}, null]);
    expect(token).toMatch(TOKEN_PATTERN);
    expect(hint).toBe(`service_v1_${id.slice(0, 4)}…${id.slice(-4)}`);

    const listed = await admin(["tokens", "list", "--organization", "tokens"]);
    expect(listed.stdout.split("\n")[1]).toBe(
      `${id}  Sync  ada@acme.test  accounts:list deals:list,create  active  never    never`,
    );
    expect(listed.stdout).not.toContain(token.slice(-49));

    const revoked = await admin(["tokens", "revoke", id]);
    expect([revoked.code, revoked.stdout]).toEqual([0, `Revoked ${id}.\n`]);
    const again = await admin(["tokens", "revoke", id]);
    expect([again.code, again.stdout]).toEqual([0, `${id} was revoked before.\n`]);
    const events = await query("SELECT actor, action FROM audit_events WHERE subject = $1 ORDER BY at", [id]);
    expect(events).toEqual([
      { actor: "command line", action: "token.create" },
      { actor: "command line", action: "token.revoke" },
    ]);
  });

  it("last 30 days by default, and are rotated once, with the overlap that is requested", async () => {
    await applied("rotation");
    const args = creating("rotation", "N", "--json");
    const old = JSON.parse((await admin(args)).stdout);
    const rotate = ["tokens", "rotate", old.id, "--overlap", "1h"];
    const made = JSON.parse((await admin([...rotate, "--json"])).stdout);
    expect(made).toEqual({
      id: expect.stringMatching(/^\w{22}$/),
      token: expect.stringMatching(TOKEN_PATTERN),
      hint: `service_v1_${made.id.slice(0, 4)}…${made.id.slice(-4)}`,
      expiresAt: old.expiresAt,
      replaced: { id: old.id, hint: old.hint, worksUntil: expect.stringMatching(/Z$/) },
    });
    const [row] = await query(
      `SELECT round(extract(epoch FROM $2::timestamptz - now()) / 86400)::int AS days,
         round(extract(epoch FROM expires - now()) / 60)::int AS minutes FROM tokens WHERE id = $1`,
      [old.id, old.expiresAt],
    );
    expect(row).toEqual({ days: 30, minutes: 60 });
    expect((await findToken(made.id))?.token.rootId).toBe(old.id);
    expect(await admin(rotate)).toEqual(
      refused(`${old.id} was rotated before. Rotate the token in its place: ${made.id}.`),
    );
    const unclear = ["tokens", "rotate", made.id, "--overlap", "2h"];
    expect(await admin(unclear)).toEqual(refused("--overlap 2h: write now, 1h, 24h, 7d."));
    const piped = await admin(["tokens", "rotate", made.id, "--overlap", "now"]);
    expect([piped.code, piped.stdout.trimEnd(), piped.stderr]).toEqual([
      0,
      expect.stringMatching(TOKEN_PATTERN),
      expect.stringMatching(
        new RegExp(
          `^This is the only time the token is shown\\. Its id is \\w{22}; it expires at \\S+Z\\. ${made.id} is revoked\\.\n$`,
        ),
      ),
    ]);
  });
});

describe("webhooks", () => {
  it("are listed without their secret, paused and resumed, as the audit log says", async () => {
    const owner = await adaOf(await applied("hooked"));
    const { id, caller } = await newWebhook(owner, { url: "https://hooks.example.com/in?key=hidden" });
    const tokenId = caller.token.id;
    const shown = { id, name: "A copy", tokenId, entityKey: "deals", url: "https://hooks.example.com/in" };
    const list = async () =>
      JSON.parse((await admin(["webhooks", "list", "--organization", "hooked", "--json"])).stdout);
    expect(await list()).toEqual([{ ...shown, state: "active", reason: null, lastAttempt: null }]);
    for (const [command, state] of [
      ["pause", "paused"],
      ["pause", "paused"],
      ["resume", "active"],
    ] as const) {
      const { code, stdout } = await admin(["webhooks", command, id]);
      expect([code, stdout]).toEqual([0, command === "pause" ? "Paused A copy.\n" : "Resumed A copy.\n"]);
      expect(await list()).toMatchObject([{ state }]);
    }
    await query(`UPDATE webhooks SET disabled = 'GONE'`);
    const { stdout } = await admin(["webhooks", "list", "--organization", "hooked"]);
    expect(stdout.split("\n")[1]).toContain("disabled: GONE");
    expect(await admin(["webhooks", "resume", id, "--json"])).toMatchObject({ code: 0 });
    expect(await list()).toMatchObject([{ state: "active" }]);
    expect(await query(`SELECT action, actor FROM audit_events WHERE action LIKE 'webhook.%' ORDER BY id`)).toEqual([
      { action: "webhook.create", actor: "test" },
      { action: "webhook.pause", actor: "command line" },
      { action: "webhook.resume", actor: "command line" },
      { action: "webhook.resume", actor: "command line" },
    ]);
  });

  it("that do not exist are reported as such", async () => {
    for (const id of ["nothing", "01a1fd2f-9c1e-7b3a-8a55-2f0f6a0c9d11"])
      expect(await admin(["webhooks", "pause", id])).toEqual(
        refused(`There is no webhook ${id}. webhooks list --organization KEY shows the ids.`),
      );
  });
});

describe("members", () => {
  it("are deactivated and activated", async () => {
    await applied("switch");
    const member = ["--organization", "switch", "--member", "Ada@acme.test"];
    expect((await admin(["members", "deactivate", ...member])).stdout).toBe("Ada@acme.test is deactivated.\n");
    expect((await admin(["members", "deactivate", ...member])).stdout).toBe("Ada@acme.test was deactivated before.\n");
    const [row] = await query(
      "SELECT active FROM members m JOIN organizations o ON o.id = m.organization_id WHERE o.key = 'switch'",
    );
    expect(row).toEqual({ active: false });
    expect((await admin(["members", "activate", ...member])).stdout).toBe("Ada@acme.test is activated.\n");
  });

  it("hand their tokens over to another, who gets the new secrets; tokens beyond that one's access stay", async () => {
    const file = exampleFile("handover");
    file.members.push({ email: "sync@acme.test", name: "Sync", roles: ["sales"], kind: "service" });
    file.members.push({ email: "idle@acme.test", name: "Idle", roles: [], kind: "service" });
    const ada = await adaOf(await apply(file));
    const of = ["--organization", "handover", "--member", "ada@acme.test"];
    const scopes = [{ entity: "deals", verbs: ["list"] }];
    await createToken(ada, { name: "Nightly", purpose: "", expires: null, scopes }, { actor: "test" });

    const stays = await admin(["members", "hand-over", ...of, "--to", "idle@acme.test", "--json"]);
    expect([stays.code, JSON.parse(stays.stdout)]).toMatchObject([
      1,
      [{ name: "Nightly", refused: 'scopes: the owner does not have list on "deals"' }],
    ]);
    const moved = await admin(["members", "hand-over", ...of, "--to", "sync@acme.test", "--overlap", "1h"]);
    const [name, , token] = moved.stdout.trim().split("\t");
    expect([moved.code, name, token]).toEqual([0, "Nightly", expect.stringMatching(TOKEN_PATTERN)]);
    const owners = await query(
      `SELECT m.name, t.expires < now() + interval '61 minutes' AS ends FROM tokens t JOIN members m ON m.id = t.member_id
         JOIN organizations o ON o.id = t.organization_id WHERE o.key = 'handover' ORDER BY t.created`,
    );
    expect(owners).toEqual([
      { name: "Ada", ends: true },
      { name: "Sync", ends: null },
    ]);
  });

  it("get a password that Better Auth knows, read from standard input", async () => {
    await applied("password");
    const args = ["members", "set-password", "--organization", "password", "--member", "ada@acme.test"];
    const short = "A password has 12 to 128 characters. Give it on standard input.";
    expect(await admin(args, { input: "short\n" })).toEqual(refused(short));
    const set = await admin(args, { input: "correct horse battery\n" });
    expect([set.code, set.stdout]).toEqual([0, "The password of ada@acme.test is set.\n"]);
    const [row] = await query<{ password: string }>(
      `SELECT a.password FROM accounts a JOIN users u ON u.id = a.user_id JOIN members m ON m.user_id = u.id
        WHERE a.provider_id = 'credential' AND u.email = 'ada@acme.test' LIMIT 1`,
    );
    expect(await verifyPassword({ hash: row?.password ?? "", password: "correct horse battery" })).toBe(true);
  });

  it("that are unknown are told apart from unknown organizations", async () => {
    await applied("known");
    const activating = (key: string) => ["members", "activate", "--organization", key, "--member", "x@acme.test"];
    expect(await admin(activating("known"))).toEqual(
      refused('"known" has no member x@acme.test. Add it to the members of the organization\'s file and apply that.'),
    );
    expect(await admin(activating("none"))).toEqual(
      refused('There is no organization "none". Apply its file first: config apply FILE.'),
    );
  });
});

describe("every command", () => {
  it.each<[string[], string]>([
    [["tokens", "create"], "required option '--organization <key>' not specified"],
    [["tokens", "paint"], "unknown command 'paint'"],
    [["config", "apply", "a", "b"], "too many arguments for 'apply'. Expected 1 argument but got 2."],
  ])("that cannot be parsed says so in JSON if JSON is requested: %s", async (command, message) => {
    const { code, stdout, stderr } = await admin([...command, "--json"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(JSON.parse(stderr)).toEqual({ error: { message } });
  });

  it("that is wrong fails and points to the help", async () => {
    const { code, stderr } = await admin(["tokens", "create"]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("Add --help to see what the command takes.")]);
  });
});
