/** A webhook of a member, to which nothing is sent until a test does that; and where its receiver is. */
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect } from "vitest";
import { type Caller, findCaller } from "@/lib/authentication/authenticate";
import { loadConfiguration } from "@/lib/configuration/load";
import type { JsonObject, Member, WebhookSettings } from "@/lib/model";
import { createWebhook } from "@/lib/webhooks/create";
import { newToken } from "../call-log/owned-token";
import { entityId, insertRecord, query } from "../configuration/database";

export async function newWebhook(
  owner: Member,
  given: Partial<WebhookSettings> = {},
  by?: Caller,
): Promise<{ id: string; caller: Caller }> {
  const caller = by ?? (await findCaller((await newToken(owner)).id, loadConfiguration));
  if (caller === null) throw new Error("The token has a caller.");
  const settings = { name: "A copy", url: "https://hooks.example.com/in", payload: "ids" as const };
  const { view } = await createWebhook(
    caller,
    { ...settings, fields: null, expand: [], paused: false, ...given, entityKey: "deals" },
    { actor: "test" },
    false,
  );
  return { id: view.id, caller };
}

/** The origin of a receiver that is there while the tests of the file run. */
export function originOf(receiver: Server): () => string {
  let host: string;
  beforeAll(async () => {
    await once(receiver.listen(0, "127.0.0.1"), "listening");
    host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    process.env.WEBHOOKS_PRIVATE_HOSTS = host;
  });
  afterAll(() => {
    receiver.closeAllConnections();
    receiver.close();
  });
  return () => `http://${host}`;
}

/** A new deal, once the feed has come to it. */
export async function newDeal(organizationKey: string, data: JsonObject): Promise<void> {
  const deals = await entityId(organizationKey, "deals");
  const record = await insertRecord(deals, data);
  await query("INSERT INTO changes (entity_id, record_id) VALUES ($1, $2)", [deals, record]);
  await feedCaughtUp();
}

/** Transactions that are open in other databases hold the feed back. */
export async function feedCaughtUp(): Promise<void> {
  const heldBack = () => query("SELECT FROM changes WHERE transaction >= pg_snapshot_xmin(pg_current_snapshot())");
  await expect.poll(heldBack, { timeout: 30_000 }).toEqual([]);
}
