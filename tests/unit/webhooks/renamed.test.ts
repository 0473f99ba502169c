/** What becomes of a webhook whose fields are renamed, with a real sender, receiver and database. */
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { AccessChanged } from "@/lib/access/require";
import { type Caller, findCaller } from "@/lib/authentication/authenticate";
import { loadConfiguration } from "@/lib/configuration/load";
import type { JsonObject, WebhookSettings } from "@/lib/model";
import { changeWebhook } from "@/lib/webhooks/manage";
import { showWebhook } from "@/lib/webhooks/read";
import { sendDue } from "@/lib/webhooks/sender";
import { newOwner } from "../call-log/owned-token";
import { apply, entity, field } from "../configuration/applied";
import { entityId, insertRecord, openTestDatabase, query } from "../configuration/database";
import type { ExampleFile } from "../configuration/example";
import { feedCaughtUp, newDeal, newWebhook, originOf } from "./owned-webhook";

openTestDatabase();

const bodies: { data: { items: { record: { data: JsonObject; expanded: JsonObject } }[]; reset: boolean } }[] = [];
const receiver = createServer(async (request, response) => {
  bodies.push(JSON.parse(await text(request)));
  response.writeHead(204).end();
});
const origin = originOf(receiver);

const NAMED = { payload: "records" as const, fields: ["stage", "title", "account"], expand: ["account"] };

async function given(settings: Partial<WebhookSettings> = {}) {
  const { owner, organizationId, file } = await newOwner();
  const { id, caller } = await newWebhook(owner, { ...NAMED, url: `${origin()}/`, ...settings });
  return { id, caller, organizationId, file };
}

function renameBoth(file: ExampleFile): void {
  Object.assign(field(file, "deals", "stage"), { key: "phase", was: "stage" });
  Object.assign(field(file, "deals", "account"), { key: "client", was: "account" });
  const deals = entity(file, "deals");
  deals.parentField = "client";
  if (deals.lifecycle !== undefined) deals.lifecycle.field = "phase";
}

/** The same token, as its next request has it. */
async function renewed({ token }: Caller): Promise<Caller> {
  return (await findCaller(token.id, loadConfiguration)) ?? expect.unreachable("the token has a caller");
}

async function change(caller: Caller, id: string, changes: Partial<WebhookSettings>) {
  const target = { caller, id, ifMatch: "any" } as const;
  return changeWebhook(target, async () => changes, { actor: "ada" }, false);
}

async function namedBy(id: string) {
  return (await query("SELECT fields, expand FROM webhooks WHERE id = $1", [id]))[0];
}

describe("a webhook whose fields are renamed", () => {
  it("uses their current names, in another version, and sends them", async () => {
    const { id, caller, file } = await given();
    const { versionId } = await showWebhook(caller, id);
    const account = await insertRecord(await entityId(file.organization.key, "accounts"), { name: "Acme" });
    renameBoth(file);
    await apply(file);

    const now = await renewed(caller);
    const shown = await showWebhook(now, id);
    expect(shown).toMatchObject({ fields: ["phase", "title", "client"], expand: ["client"] });
    expect(shown.versionId).not.toBe(versionId);

    await feedCaughtUp();
    await sendDue(5_000);
    await newDeal(file.organization.key, { title: "Harbour light", phase: "lead", client: account, amount: 5 });
    await sendDue(5_000);
    expect(bodies.map(({ data }) => data.reset)).toEqual([true, false]);
    const sent = bodies[1]?.data.items.map(({ record: { data, expanded } }) => ({ data, expanded }));
    expect(sent).toEqual([
      {
        data: { title: "Harbour light", phase: "lead", client: account },
        expanded: { client: expect.objectContaining({ id: account, data: { name: "Acme" } }) },
      },
    ]);
  });

  it("affects no other entity: what has the same name elsewhere stays", async () => {
    const { id, caller, file } = await given();
    Object.assign(field(file, "accounts", "note"), { key: "remark", was: "note" });
    const { versionId } = await showWebhook(caller, id);
    await apply(file);
    expect(await showWebhook(await renewed(caller), id)).toMatchObject({ versionId, fields: NAMED.fields });
  });

  it("is not given the former names by a request that began before", async () => {
    const { id, caller, file } = await given();
    renameBoth(file);
    await apply(file);
    await expect(change(caller, id, { fields: ["stage"] })).rejects.toThrow(AccessChanged);
    expect(await namedBy(id)).toEqual({ fields: ["phase", "title", "client"], expand: ["client"] });
  });

  it("can be one that is being created meanwhile", async () => {
    const { caller, file, organizationId } = await given({ fields: ["extra"] });
    // Not indexed: an index would wait for the creation before anything is locked.
    Object.assign(field(file, "deals", "extra"), { key: "more", was: "extra" });
    const creating = new pg.Client(process.env.DATABASE_URL);
    await creating.connect();
    try {
      await creating.query("BEGIN");
      await creating.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`webhooks:${organizationId}`]);
      const applying = apply(file);
      const waiting = () => query("SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted");
      await expect.poll(waiting).toHaveLength(1);
      const created = await creating.query<{ id: string }>(
        `INSERT INTO webhooks (id, organization_id, token_id, entity_id, name, url, payload, fields, expand, keys, version,
           from_transaction, from_sequence, from_at, epoch, permissions)
         SELECT gen_random_uuid(), organization_id, token_id, entity_id, 'New', url, payload, fields, expand, keys, version,
           from_transaction, from_sequence, from_at, epoch, permissions FROM webhooks WHERE token_id = $1 RETURNING id`,
        [caller.token.id],
      );
      await creating.query("COMMIT");
      await applying;
      expect(await namedBy(created.rows[0]?.id ?? "")).toEqual({ fields: ["more"], expand: ["account"] });
    } finally {
      await creating.end();
    }
  });
});
