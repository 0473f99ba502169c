/**
 * Webhooks of processes that end or are frozen (docs/contract.md, Webhooks), on a database that no other process sends from: what
 * is in flight arrives whole, functions send after a write and when the cron asks, and no log has what only receivers may know.
 */
import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../support/free-port";
import { AT_THE_EDGE, type FunctionHost, startFunctionHost } from "../../support/frozen-host";
import { send, sendTo } from "../../support/http";
import { dataOf, recordsPath } from "../../support/organization";
import { APP_SECRET, type Service, startService } from "../../support/service";
import { newOwner, newToken } from "../../unit/call-log/owned-token";
import { openTestDatabase, query } from "../../unit/configuration/database";

process.env.APP_SECRET = APP_SECRET;
openTestDatabase();

const QUERY = "key=for-the-receiver-alone";
const received: { body: string; response: ServerResponse }[] = [];
/** What is answered; null: nothing yet. */
let status: number | null = 204;
let receiver: Server;
let host: string;
let token: string;

beforeAll(async () => {
  host = `127.0.0.1:${await freePort()}`;
  receiver = createServer(async (request, response) => {
    received.push({ body: await text(request), response });
    if (status !== null) response.writeHead(status).end();
  });
  await once(receiver.listen(Number(host.split(":")[1]), "127.0.0.1"), "listening");
  token = (await newToken((await newOwner()).owner)).text;
});
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});

const start = (environment = {}) =>
  startService("node", String(process.env.DATABASE_URL), { WEBHOOKS_PRIVATE_HOSTS: host, ...environment });

type Created = { id: string; signingSecret: string };

async function subscribe(origin: string): Promise<Created> {
  await query("delete from webhooks");
  received.length = 0;
  const data = { name: "A copy", url: `http://${host}/in?${QUERY}`, entityKey: "deals" };
  const answer = await send(origin, { ...AT_THE_EDGE, method: "POST", path: "/webhooks", token, json: { data } });
  expect(answer.status, answer.text).toBe(201);
  return dataOf<Created>(answer);
}

const create = (origin: string, title: string) =>
  send(origin, { ...AT_THE_EDGE, method: "POST", path: recordsPath("deals"), token, json: { data: { title } } });
const titlesOf = ({ body }: { body: string }) =>
  (JSON.parse(body) as { data: { items: { record: { data: { title: string } } }[] } }).data.items.map(
    ({ record }) => record.data.title,
  );
const attempts = () => query("select outcome, status from webhook_deliveries order by id");
const arrived = (count: number) => expect.poll(() => received.length).toBe(count);

it("SIGTERM waits for an attempt in flight: the receiver gets it whole, and the outcome is recorded", async () => {
  const service = await start();
  await subscribe(service.origin);
  status = null;
  expect((await create(service.origin, "x".repeat(200))).status).toBe(201);
  await arrived(1);
  const exited = service.stop();
  await expect.poll(async () => (await sendTo(service.origin, "/api/health/ready", {})).status).toBe(503);
  const [delivery] = received;
  expect(delivery && titlesOf(delivery)).toEqual(["x".repeat(200)]);
  expect(await attempts()).toEqual([]);
  status = 204;
  delivery?.response.writeHead(204).end();
  expect(await exited).toBe(0);
  expect(await attempts()).toEqual([{ outcome: "delivered", status: 204 }]);
  expect(await query("select lease, until, failures from webhooks")).toEqual([
    { lease: null, until: null, failures: 0 },
  ]);
});

it("the log has no signing secret, sealed or not, and no query of a URL", async () => {
  const service: Service = await start({ LOG_LEVEL: "trace" });
  const { id, signingSecret } = await subscribe(service.origin);
  const sealed = async () => (await query<{ keys: string; former_keys: string }>("select * from webhooks"))[0];
  const first = await sealed();
  const rotated = await send(service.origin, { method: "POST", path: `/webhooks/${id}/rotate`, token });
  await create(service.origin, "delivered");
  await arrived(1);
  // A day has passed since the first failure: the owner is notified, and the log says so.
  await query("update webhooks set failing_since = now() - interval '2 days', failures = 8");
  status = 410;
  await create(service.origin, "failed");
  await arrived(2);
  await expect.poll(() => query("select disabled from webhooks")).toEqual([{ disabled: "GONE" }]);
  await expect.poll(service.output).toContain("a webhook has failed for long");
  status = 204;
  const last = await sealed();
  await service.stop();
  const secrets = [signingSecret, dataOf<Created>(rotated).signingSecret, first?.keys, last?.keys, last?.former_keys];
  expect(new Set(secrets.map((secret) => secret?.length ?? 0)).has(0)).toBe(false);
  expect(service.output()).toContain(id);
  for (const secret of [...secrets, QUERY]) {
    const plain = String(secret).replace("whsec_", "");
    expect(service.output()).not.toContain(plain);
    expect(service.output()).not.toContain(encodeURIComponent(plain));
  }
});

describe("on a serverless host", () => {
  const CRON_SECRET = "a secret of the cron";
  let functions: FunctionHost;

  beforeAll(async () => {
    functions = await startFunctionHost(String(process.env.DATABASE_URL), {
      CRON_SECRET,
      WEBHOOKS_PRIVATE_HOSTS: host,
    });
  });
  afterAll(() => functions?.kill());

  const { headers } = AT_THE_EDGE;
  const cron = (authorization: string) =>
    functions.awake(() =>
      sendTo(functions.origin, "/api/cron/webhooks", { ...AT_THE_EDGE, headers: { ...headers, authorization } }),
    );

  it("a write is sent after its response, and failures when the cron calls with its secret", async () => {
    await functions.awake(() => subscribe(functions.origin));
    expect((await functions.awake(() => create(functions.origin, "written"))).status).toBe(201);
    expect(received.map(titlesOf)).toEqual([["written"]]);
    status = 500;
    await functions.awake(() => create(functions.origin, "again"));
    expect(received.map(titlesOf)).toEqual([["written"], ["again"]]);
    status = 204;
    await query("update webhooks set due = now()");
    for (const refused of ["", "Bearer another secret", `Bearer ${token}`]) {
      expect((await cron(refused)).status).toBe(401);
    }
    expect(received).toHaveLength(2);
    expect((await cron(`Bearer ${CRON_SECRET}`)).status).toBe(204);
    expect(received.map(titlesOf)).toEqual([["written"], ["again"], ["again"]]);
    expect(await query("select failures, until from webhooks")).toEqual([{ failures: 0, until: null }]);
  });
});
