/** Large responses that nobody reads: others have their own. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { send } from "../../support/http";
import { caughtUp, changesPath } from "../../support/mirror";
import { dataOf, openOrganization, recordsPath } from "../../support/organization";
import { type Service, startService } from "../../support/service";

const acme = await openOrganization("large");
let service: Service;
beforeAll(async () => {
  service = await startService("node", inject("databaseUrl"));
});
afterAll(() => service?.kill());

describe("two large responses that their token does not read", () => {
  it("leave room to another token of the organization, for pages and for the feed", async () => {
    const from = dataOf<{ nextCursor: string }>(
      await send(service.origin, { path: changesPath("samples"), token: acme.token("rea") }),
    ).nextCursor;
    for (let index = 0; index < 20; index += 1)
      await acme.create("ada", "samples", { name: `large ${index}`, json: "x".repeat(900_000) });
    await caughtUp();
    const unread = [await openUnread(), await openUnread()];
    const list = { path: `${recordsPath("samples")}?limit=500`, token: acme.token("wim") };
    const feed = (limit: number) => ({
      path: `${changesPath("samples")}?limit=${limit}&cursor=${from}`,
      token: acme.token("wim"),
    });
    for (const call of [list, feed(1), feed(500)]) expect((await send(service.origin, call)).status).toBe(200);
    for (const socket of unread) socket.destroy();
  });
});

/** Resolves once the response has begun, or has been refused; nothing more is read of it. */
async function openUnread(): Promise<Socket> {
  const { hostname, port } = new URL(service.origin);
  const socket = connect(Number(port), hostname);
  const path = `/api/v1${recordsPath("samples")}?limit=500`;
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${acme.token("rea")}\r\n\r\n`);
  await once(socket, "readable");
  return socket;
}
