/** Webhooks and receivers for scenarios. */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { expect, type Page, test } from "@playwright/test";
import { findCaller } from "@/lib/authentication/authenticate";
import { loadConfiguration } from "@/lib/configuration/load";
import type { WebhookSettings } from "@/lib/model";
import { postgres } from "@/lib/postgres/postgres";
import { createWebhook } from "@/lib/webhooks/create";
import type { IssuedToken } from "./people";

type WebhookOptions = Partial<WebhookSettings> & { entityKey?: string };

/** As the API creates it. */
export async function addWebhook({ id }: IssuedToken, options: WebhookOptions = {}) {
  const caller = await findCaller(id, loadConfiguration);
  if (caller === null) throw new Error(`There is no token ${id}.`);
  const settings: WebhookSettings & { entityKey: string } = {
    name: "Website",
    url: "https://hooks.example.com/records",
    payload: "records",
    fields: null,
    expand: [],
    paused: false,
    entityKey: "deals",
    ...options,
  };
  const { view, keys } = await createWebhook(
    caller,
    settings,
    { actor: caller.member.email, address: "127.0.0.1" },
    false,
  );
  if (keys === null) throw new Error("A new webhook has keys.");
  return { ...view, ...keys };
}

/** Adds attempts a minute apart, some of which failed. */
export async function addAttempts(webhookId: string, count: number): Promise<void> {
  await postgres().pool.query(
    `insert into webhook_deliveries (webhook_id, at, message_id, kind, items, outcome, status, milliseconds, response)
     select $1::uuid, now() - make_interval(mins => $2 - n), 'msg_' || right($1::uuid::text, 6) || '_' || n, 'changes', n % 5 + 1,
       case when n % 9 = 0 then 'status' when n % 13 = 0 then 'timeout' else 'delivered' end,
       case when n % 9 = 0 then 500 when n % 13 = 0 then null else 204 end, 10 + n,
       case when n % 9 = 0 then '{"error": "<b>out of disk</b>"}' end
     from generate_series(1, $2) n`,
    [webhookId, count],
  );
}

type Received = { headers: IncomingHttpHeaders; body: string };

export type Receiver = {
  url: string;
  received: Received[];
  /** The status that it answers with, once `ready` has resolved. */
  status: number;
  ready: Promise<void>;
  close: () => Promise<void>;
};

/** At an address that the service of these scenarios may send to: one for each worker, so for one scenario of a file at a time. */
export async function openReceiver(): Promise<Receiver> {
  const hosts = (process.env.WEBHOOKS_PRIVATE_HOSTS ?? "").split(",");
  const host = hosts[test.info().parallelIndex % hosts.length] ?? "";
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: (await buffer(request)).toString() });
    await receiver.ready;
    response.writeHead(receiver.status).end();
  });
  server.listen(Number(host.split(":")[1]), "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook?key=hidden`,
    received,
    status: 204,
    ready: Promise.resolve(),
    close,
  };
  return receiver;
}

export const SECRET = /^whsec_[0-9A-Za-z+/=]+$/;
export const secretDialog = (page: Page) => page.getByRole("dialog", { name: "Copy your signing secret now" });

/** Reveals it. */
export async function readSecret(page: Page): Promise<string> {
  await secretDialog(page).getByRole("button", { name: "Reveal" }).click();
  const text = (await secretDialog(page).locator("[data-secret]").innerText()).trim();
  expect(text).toMatch(SECRET);
  return text;
}

export async function finish(page: Page): Promise<void> {
  await secretDialog(page).getByRole("checkbox", { name: "I saved it" }).check();
  await secretDialog(page).getByRole("button", { name: "Done, go to the webhook" }).click();
}
