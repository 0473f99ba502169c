/** Changing tokens that stand, against a real database: names within their limits, rights that only become fewer. */
import { describe, expect, it } from "vitest";
import { NO_LIMITS, type OrganizationPolicy, type RowLimit, type Scopes, type TokenLimits } from "@/lib/model";
import { createToken } from "@/lib/tokens/change/create";
import { editToken, type TokenEdit, type TokenLabels } from "@/lib/tokens/change/edit";
import { revokeToken } from "@/lib/tokens/change/revoke";
import { listAllTokens } from "@/lib/tokens/read/list";
import { ownTokens } from "@/lib/tokens/read/visibility";
import { field } from "../configuration/applied";
import { openTestDatabase, query } from "../configuration/database";
import { authenticated, BY, daysFromNow, eventsOf, openOwners, REQUEST, refusal } from "./owners";

openTestDatabase();

/** A token of Ada's that can do so much, and what its owner does to it. */
async function given(scopes: Scopes, tokenPolicy: Partial<OrganizationPolicy> = {}) {
  const { ada } = await openOwners((file) => void Object.assign(file.organization, { tokenPolicy }));
  const request = { name: "Sync", purpose: "Nightly sync", expires: daysFromNow(30), scopes };
  const { id, text } = await createToken(ada, request, BY);
  const target = { tokenId: id, visibility: ownTokens(ada) };
  const edit = (changes: TokenEdit) => editToken({ ...target, ...changes }, BY);
  return {
    ada,
    id,
    text,
    edit,
    rename: (labels: TokenLabels & { shown?: TokenLabels }) => edit({ labels }),
    narrow: async (to: NonNullable<Scopes>) => (await edit({ scopes: to })).kind,
    stored: async () => (await listAllTokens(target.visibility))[0],
  };
}

/** As the API finds them on the next request. */
async function verbsOnDeals(text: string): Promise<string[]> {
  const permissions = (await authenticated(text)).access.entity("deals")?.permissions ?? {};
  return Object.entries(permissions).flatMap(([verb, held]) => (held ? [verb] : []));
}

describe("renaming", () => {
  it("changes name and purpose, and keeps what they were in the audit log", async () => {
    const { id, rename, stored } = await given(null);
    const now = { name: "Import", purpose: "" };
    expect(await rename({ name: " Import ", purpose: "" })).toEqual({ kind: "changed", now });
    expect(await stored()).toMatchObject(now);
    expect((await eventsOf(id))[1]).toEqual({
      actor: "ada@acme.test",
      action: "token.rename",
      details: { before: { name: "Sync", purpose: "Nightly sync" }, after: { name: "Import", purpose: "" } },
      address: "192.0.2.7",
      request_id: "request-1",
    });
    expect(await rename({ name: "Import", purpose: " " })).toEqual({ kind: "unchanged", now });
    expect(await eventsOf(id)).toHaveLength(2);
  });

  it("needs a purpose where the policy asks for one", async () => {
    const { rename } = await given(null, { requirePurpose: true });
    const refused = "purpose: the organization's policy requires a purpose";
    expect(await refusal(rename({ name: "Import", purpose: " " }))).toBe(refused);
  });

  it("of a text that was changed elsewhere meanwhile writes nothing, and shows the current text", async () => {
    const { id, rename, stored } = await given(null);
    const shown = { name: "Sync", purpose: "Nightly sync" };
    const now = { name: "Import", purpose: "Nightly sync" };
    await rename({ ...now, shown });
    const wanted = { name: "Export", purpose: "Hourly sync" };
    expect(await rename({ ...wanted, shown })).toEqual({ kind: "changed meanwhile", now });
    expect(await stored()).toMatchObject(now);
    expect(await eventsOf(id)).toHaveLength(2);
    expect(await rename({ ...wanted, shown: now })).toEqual({ kind: "changed", now: wanted });
  });
});

describe("narrowing", () => {
  it("takes verbs and entities away, from the next request on", async () => {
    const scopes: Scopes = [
      { entity: "accounts", verbs: ["list"] },
      { entity: "deals", verbs: ["list", "create", "update"] },
    ];
    const { id, text, narrow, stored } = await given(scopes);
    const narrowed: Scopes = [
      { entity: "deals", verbs: ["list"] },
      { entity: "accounts", verbs: [] },
    ];
    expect(await narrow(narrowed)).toBe("changed");
    expect(await verbsOnDeals(text)).toEqual(["list"]);
    const after = [{ entity: "deals", verbs: ["list"] }];
    expect((await stored())?.scopes).toEqual(after);
    expect((await eventsOf(id))[1]).toMatchObject({ action: "token.narrow", details: { before: scopes, after } });
  });

  it("turns access to everything into a list", async () => {
    const { text, narrow } = await given(null);
    expect(await verbsOnDeals(text)).toEqual(["list", "create", "update"]);
    expect(await narrow([{ entity: "deals", verbs: ["create"] }])).toBe("changed");
    expect(await verbsOnDeals(text)).toEqual(["create"]);
  });

  it.each<[string, Scopes, NonNullable<Scopes>, string]>([
    [
      "a verb that it did not have",
      [{ entity: "deals", verbs: ["list"] }],
      [{ entity: "deals", verbs: ["list", "create"] }],
      'scopes: a token cannot be given more: create on "deals" takes a new token',
    ],
    [
      "an entity that it did not have",
      [{ entity: "deals", verbs: ["list"] }],
      [{ entity: "accounts", verbs: ["list"] }],
      'scopes: a token cannot be given more: list on "accounts" takes a new token',
    ],
    [
      "what the owner does not have, although it was for everything",
      null,
      [{ entity: "deals", verbs: ["delete"] }],
      'scopes: the owner does not have delete on "deals"',
    ],
    [
      "nothing",
      [{ entity: "deals", verbs: ["list"] }],
      [{ entity: "deals", verbs: [] }],
      "scopes: leave at least one entity and verb, or revoke the token",
    ],
  ])("never leaves a token with %s", async (_, before, scopes, message) => {
    const { id, narrow, stored } = await given(before);
    expect(await refusal(narrow(scopes))).toBe(message);
    expect((await stored())?.scopes).toEqual(before);
    expect(await eventsOf(id)).toHaveLength(1);
  });

  it("keeps what was granted and is no longer held: nothing is added by that", async () => {
    const { ada, narrow } = await given([{ entity: "deals", verbs: ["list", "create"] }]);
    await query("UPDATE members SET role_keys = '{}' WHERE id = $1", [ada.id]);
    expect(await narrow([{ entity: "deals", verbs: ["create"] }])).toBe("changed");
  });

  it("to what it already has changes nothing and is not recorded", async () => {
    const { id, narrow } = await given([{ entity: "deals", verbs: ["list", "create"] }]);
    const scopes: Scopes = [
      { entity: "deals", verbs: ["create"] },
      { entity: "deals", verbs: ["list"] },
    ];
    expect(await narrow(scopes)).toBe("unchanged");
    expect(await eventsOf(id)).toHaveLength(1);
  });

  it("by several at once applies the first, and refuses what it no longer includes", async () => {
    const verbs = ["list", "create", "update"];
    const { narrow, stored } = await given([{ entity: "deals", verbs }]);
    const outcomes = await Promise.all(verbs.map((verb) => refusal(narrow([{ entity: "deals", verbs: [verb] }]))));
    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1);
    expect((await stored())?.scopes).toEqual([{ entity: "deals", verbs: [verbs[outcomes.indexOf("done")]] }]);
  });
});

describe("limiting", () => {
  const ROWS: RowLimit = { entityKey: "deals", where: ["stage", "in", ["lead", "won"]] };
  const LIMITS = {
    deniedFields: [{ entity: "deals", fields: ["amount"] }],
    rows: [ROWS],
    allowedAddresses: ["10.0.0.0/8"],
    requestsPerMinute: 60,
  };
  const limited = async (limits: Partial<TokenLimits> = LIMITS) => {
    const { ada, ben } = await openOwners((file) => {
      field(file, "deals", "stage").limitable = true;
    });
    const { id } = await createToken(ada, { ...REQUEST, ...limits }, BY);
    const limit = async (to: TokenLimits, owner = ada) =>
      (await editToken({ tokenId: id, visibility: ownTokens(owner), limits: to }, BY)).kind;
    return { id, limit, ada, ben, held: async () => (await listAllTokens(ownTokens(ada)))[0]?.limits };
  };

  it("is stored in one spelling from the start, and in the audit log", async () => {
    const { id, held } = await limited({
      deniedFields: [
        { entity: "deals", fields: ["title", "amount"] },
        { entity: "deals", fields: ["title"] },
      ],
      rows: [{ entityKey: "deals", where: ["stage", "neq", "lost"] }, ROWS, ROWS],
      allowedAddresses: ["2001:DB8::/32", "::ffff:10.0.0.0/104", "10.0.0.0/8"],
    });
    const limits = {
      deniedFields: [{ entity: "deals", fields: ["amount", "title"] }],
      rows: [ROWS, { entityKey: "deals", where: ["stage", "neq", "lost"] }],
      allowedAddresses: ["10.0.0.0/8", "2001:db8::/32"],
      requestsPerMinute: null,
    };
    expect(await held()).toEqual(limits);
    expect((await eventsOf(id))[0]?.details).toMatchObject({ limits });
  });

  it("tightens each of them, and says so in the audit log", async () => {
    const { id, limit, held } = await limited();
    const tighter = {
      deniedFields: [{ entity: "deals", fields: ["amount", "title"] }],
      rows: [ROWS, { entityKey: "deals", where: ["stage", "neq", "won"] }],
      allowedAddresses: ["10.1.0.0/16", "10.2.0.1"],
      requestsPerMinute: 30,
    };
    expect(await limit(tighter)).toBe("changed");
    expect(await held()).toEqual(tighter);
    expect((await eventsOf(id))[1]).toMatchObject({
      action: "token.limit",
      details: { before: LIMITS, after: tighter },
    });
    expect(await limit(tighter)).toBe("unchanged");
    expect(await eventsOf(id)).toHaveLength(2);
  });

  it.each<[string, Partial<TokenLimits>, string]>([
    [
      "a field",
      { deniedFields: [] },
      'deniedFields: a token cannot be given more: amount of "deals" takes a new token',
    ],
    [
      "all rows",
      { rows: [] },
      'rows: to reach rows of "deals" other than those where stage is one of lead, won takes a new token',
    ],
    [
      "rows by a field that is not limitable",
      { rows: [ROWS, { entityKey: "deals", where: ["title", "eq", "x"] }] },
      'rows: the rows of "deals" can be limited by stage, and by no other field',
    ],
    [
      "more conditions than each request can read",
      { rows: [ROWS, { entityKey: "deals", where: ["stage", "in", Array(2_000).fill("lead")] }] },
      "rows: at most 10000 characters of conditions in all: shorten their lists of values",
    ],
    [
      "rows by a text that cannot be stored",
      { rows: [ROWS, { entityKey: "deals", where: ["stage", "in", ["lead\0"]] }] },
      "rows: deals: a text has a character that cannot be stored: type it instead of pasting it",
    ],
    [
      "a wider range",
      { allowedAddresses: ["0.0.0.0/0"] },
      "allowedAddresses: to work from 0.0.0.0/0 takes a new token",
    ],
    ["every address", { allowedAddresses: [] }, "allowedAddresses: to work from every address takes a new token"],
    ["more requests", { requestsPerMinute: 61 }, "requestsPerMinute: more requests a minute take a new token"],
    [
      "a field that is not the owner's to read",
      { deniedFields: [{ entity: "deals", fields: ["amount", "nothing"] }] },
      'deniedFields: the owner cannot read nothing of "deals"',
    ],
    ["no address", { allowedAddresses: ["here"] }, 'allowedAddresses: "here" is not an IP address'],
    ["no number", { requestsPerMinute: 0 }, "requestsPerMinute: must be a whole number from 1 to 1000000"],
  ])("never gives it %s", async (_, more, message) => {
    const { limit, held } = await limited();
    expect(await refusal(limit({ ...LIMITS, ...more }))).toContain(message);
    expect(await held()).toEqual(LIMITS);
  });

  it("counts the conditions that it has already", async () => {
    const long = (value: string) => ({ entityKey: "deals", where: ["stage", "in", Array(500).fill(value)] });
    const { limit } = await limited({ rows: [long("lead")] });
    const rows = [long("lead"), long("won"), long("lost"), ROWS];
    expect(await refusal(limit({ ...NO_LIMITS, rows }))).toContain(
      "rows: at most 10000 characters of conditions in all",
    );
  });

  it("is for the owner only, and for tokens that have not ended", async () => {
    const { id, limit, ada, ben } = await limited();
    expect(await limit({ ...LIMITS, requestsPerMinute: 1 }, ben)).toBe("unknown");
    await revokeToken({ tokenId: id, visibility: ownTokens(ada) }, BY);
    expect(await limit({ ...LIMITS, requestsPerMinute: 1 })).toBe("not active");
  });

  it("refuses a new token whose fields its owner cannot read, in the words for those that there are not", async () => {
    expect(await refusal(limited({ deniedFields: [{ entity: "ledger", fields: ["a"] }] }))).toBe(
      'deniedFields: the owner cannot read a of "ledger"',
    );
    expect(await refusal(limited({ deniedFields: [{ entity: "nothing", fields: ["a"] }] }))).toBe(
      'deniedFields: the owner cannot read a of "nothing"',
    );
  });
});

describe("an edit of several parts", () => {
  const SCOPES = [{ entity: "deals", verbs: ["list", "create"] }];
  const NARROWED = [{ entity: "deals", verbs: ["list"] }];
  const LIMITS = { deniedFields: [], rows: [], allowedAddresses: [], requestsPerMinute: 60 };

  it("changes all of them, and records each", async () => {
    const { id, edit, stored } = await given(SCOPES);
    const labels = { name: "Import", purpose: "" };
    expect(await edit({ labels, scopes: NARROWED, limits: LIMITS })).toEqual({ kind: "changed", now: labels });
    expect(await stored()).toMatchObject({ ...labels, scopes: NARROWED, limits: LIMITS });
    const actions = (await eventsOf(id)).map(({ action }) => action);
    expect(actions).toEqual(["token.create", "token.rename", "token.narrow", "token.limit"]);
  });

  it("changes none of them where one is refused, and says all that is wrong", async () => {
    const { id, edit, stored } = await given(SCOPES);
    const labels = { name: " ", purpose: "" };
    const limits = { ...LIMITS, requestsPerMinute: 0 };
    expect(await refusal(edit({ labels, scopes: NARROWED, limits }))).toBe(
      "name: say what the token is for, in a few words\nrequestsPerMinute: must be a whole number from 1 to 1000000",
    );
    const meanwhile = { name: "Export", purpose: "", shown: { name: "Another", purpose: "" } };
    expect(await edit({ labels: meanwhile, scopes: NARROWED })).toEqual({
      kind: "changed meanwhile",
      now: { name: "Sync", purpose: "Nightly sync" },
    });
    expect(await stored()).toMatchObject({ name: "Sync", scopes: SCOPES });
    expect(await eventsOf(id)).toHaveLength(1);
  });
});
