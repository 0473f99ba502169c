/** Large bodies that arrive slowly and large responses that nobody reads hold a bounded share of the memory (contract § 3). */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { post, send } from "../../support/http";
import { caughtUp, changesPath } from "../../support/mirror";
import { dataOf, openOrganization, recordsPath } from "../../support/organization";
import { openService } from "../../support/own-service";

const acme = await openOrganization("large");
const service = openService();

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** A connection over which the head of a request has been sent. */
async function begin(line: string, token: string, more: string): Promise<Socket> {
  const { hostname, port } = new URL(service.origin);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.write(`${line} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n${more}\r\n`);
  return socket;
}

describe("300 bodies of a megabyte, each missing its last byte", () => {
  const MIB = 1024 * 1024;
  const CONNECTIONS = 300;

  async function sendAllButOne(): Promise<{ answer: () => string }> {
    const head = `Content-Type: application/json\r\nContent-Length: ${MIB}\r\n`;
    const socket = await begin(`POST /api/v1${recordsPath("samples")}`, acme.token("ada"), head);
    let text = "";
    socket.on("data", (chunk) => (text += chunk));
    await new Promise((resolve) => socket.write(Buffer.alloc(MIB - 1, " "), resolve));
    return { answer: () => text };
  }

  it("of one token hold 8 MiB; the others are refused, and other tokens write", async () => {
    const bodies = await Promise.all(Array.from({ length: CONNECTIONS }, sendAllButOne));
    const refused = () => bodies.filter(({ answer }) => answer().includes("RATE_LIMITED"));
    await expect.poll(() => refused().length).toBe(CONNECTIONS - 8);
    for (const { answer } of refused()) expect(answer()).toMatch(/^HTTP\/1.1 429 .*\r\nretry-after: 1\r\n/s);

    const data = { name: "beside the hog", text: "x".repeat(500_000) };
    const written = await send(service.origin, post(recordsPath("samples"), { data }, { token: acme.token("wim") }));
    expect(written.status).toBe(201);
  });
});

describe("two large responses that their token does not read", () => {
  /** Resolves once the response has begun, or has been refused; nothing more is read of it. */
  async function openUnread(): Promise<void> {
    const socket = await begin(`GET /api/v1${recordsPath("samples")}?limit=500`, acme.token("rea"), "");
    await once(socket, "readable");
  }

  it("leave room to another token of the organization, for pages and for the feed", async () => {
    const from = dataOf<{ nextCursor: string }>(
      await send(service.origin, { path: changesPath("samples"), token: acme.token("rea") }),
    ).nextCursor;
    for (let index = 0; index < 20; index += 1)
      await acme.create("ada", "samples", { name: `large ${index}`, json: "x".repeat(900_000) });
    await caughtUp();
    await openUnread();
    await openUnread();
    const list = { path: `${recordsPath("samples")}?limit=500`, token: acme.token("wim") };
    const feed = (limit: number) => ({
      path: `${changesPath("samples")}?limit=${limit}&cursor=${from}`,
      token: acme.token("wim"),
    });
    for (const call of [list, feed(1), feed(500)]) expect((await send(service.origin, call)).status).toBe(200);
  });
});
