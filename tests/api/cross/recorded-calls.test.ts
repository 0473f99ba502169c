/**
 * What a token's calls leave behind for those who manage it: written beside the way, a second or two later, and for nobody
 * else's attempts. The answers themselves are as they were.
 */
import { describe, expect, it } from "vitest";
import { sql } from "../../support/database-client";
import { type Call, send } from "../../support/http";
import { type IssuedTo, openOrganization, recordsPath } from "../../support/organization";
import { wrongSecretFor } from "../../support/token-text";

const acme = await openOrganization("recorded");
const ask = (token: IssuedTo, call: Call) => send(acme.origin, { ...call, token: token.text });

async function countsOf({ id }: IssuedTo) {
  const [row] = await sql<Record<string, number>>(
    `select sum(ok)::int as ok, sum(refused)::int as refused, sum(limited)::int as limited, sum(failed)::int as failed
     from token_usage where token_id = $1`,
    [id],
  );
  return row;
}

async function keptOf({ id }: IssuedTo) {
  return sql<Record<string, unknown>>(
    `select method, path, entity_key, status, code, request_id from token_calls where token_id = $1 order by at, id`,
    [id],
  );
}

describe("the calls of a token", () => {
  it("are counted by class and kept one by one, without what they asked for", async () => {
    const token = await acme.issue("wim");
    await ask(token, { path: "/me", headers: { "x-request-id": "first" } });
    await ask(token, { path: `${recordsPath("notes")}?search=sesame&limit=0`, headers: { "x-request-id": "second" } });
    await ask(token, { method: "HEAD", path: "/entities/notes", headers: { "x-request-id": "third" } });
    await expect.poll(() => countsOf(token)).toEqual({ ok: 2, refused: 1, limited: 0, failed: 0 });
    const accepted = { status: 200, code: null };
    const refused = { status: 400, code: "INVALID_LIMIT" };
    const list = { method: "GET", path: "/entities/:entityKey/records", entity_key: "notes" };
    const description = { method: "HEAD", path: "/entities/:entityKey", entity_key: "notes" };
    const kept = [
      { method: "GET", path: "/me", entity_key: null, ...accepted, request_id: "first" },
      { ...list, ...refused, request_id: "second" },
      { ...description, ...accepted, request_id: "third" },
    ];
    await expect.poll(() => keptOf(token)).toEqual(kept);
    const text = "select string_agg(c::text, ' ') as text from token_calls c where token_id = $1";
    const [row] = await sql<{ text: string }>(text, [token.id]);
    expect(row?.text).not.toContain("sesame");
  });

  it("that are refused after its revocation are shown to its owner, and do not count as use", async () => {
    const token = await acme.issue("wim", { revoked: "2026-01-01T00:00:00Z" });
    expect((await ask(token, { path: "/me" })).status).toBe(401);
    await expect.poll(() => countsOf(token)).toEqual({ ok: 0, refused: 1, limited: 0, failed: 0 });
    expect(await sql("select from token_uses where token_id = $1", [token.id])).toEqual([]);
  });

  it("do not have among them what others try with its id", async () => {
    const [token, last] = [await acme.issue("wim"), await acme.issue("wim")];
    expect((await send(acme.origin, { path: "/me", token: wrongSecretFor(token.id) })).status).toBe(401);
    await ask(last, { path: "/me" });
    // Written together with, or after, what came before it.
    await expect.poll(() => countsOf(last)).toMatchObject({ ok: 1 });
    expect(await keptOf(token)).toEqual([]);
    expect((await countsOf(token))?.refused).toBeNull();
  });
});
