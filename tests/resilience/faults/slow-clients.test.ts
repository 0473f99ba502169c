/** Clients that hardly send, hardly read, or leave: they are hung up on in time, and the others do not feel them. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, describe, it } from "vitest";
import { send } from "../../support/http";
import { startClients } from "../../support/load";
import { figure, IS_LONG } from "../../support/long";
import { openOrganization, recordsPath } from "../../support/organization";
import { openService } from "../../support/own-service";
import { tally } from "../../support/parallel";

const HALF_OPEN = figure(200, 2_000);
const SEND_EVERY_MS = 2_000;
/** Longer than an answer may wait to be read, which is 15 to 30 seconds. */
const STALLED_MS = 33_000;
const ANSWERS = 4;
const JSON_FOR_ANY = { "content-type": "application/json", "if-match": "*" };
/** More than two processes have connections to their database. */
const ENDLESS = 30;

const acme = await openOrganization("slow");
const token = acme.token("rea");
const service = openService();

const sockets: Socket[] = [];
afterAll(() => {
  for (const socket of sockets) socket.destroy();
});

async function dial(): Promise<Socket> {
  const { hostname, port } = new URL(service.origin);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return socket;
}

/** Sends a little, then a byte now and then; gives back what came until the server hung up. */
async function trickle(beginning: string): Promise<string> {
  const socket = await dial();
  let text = "";
  socket.on("data", (chunk) => (text += chunk));
  socket.write(beginning);
  const sending = setInterval(() => socket.write("a"), SEND_EVERY_MS);
  await once(socket, "close");
  clearInterval(sending);
  return text;
}

describe.concurrent("a slow client", () => {
  it(`that never ends its headers, ${HALF_OPEN} times: all are closed, and others are answered meanwhile`, async ({
    expect,
  }) => {
    const closing = Promise.all(
      Array.from({ length: HALF_OPEN }, () => trickle("GET /api/v1/me HTTP/1.1\r\nx-slow: ")),
    );
    const load = startClients(4, () => send(service.origin, { path: "/me", token }));
    await load.more(500);
    const outcomes = await load.stop();
    expect(tally(outcomes.map(({ answer }) => answer))).toEqual({ "200": outcomes.length });
    await closing;
  });

  it("that never ends the bodies of its writes takes no place from others of its organization", async ({ expect }) => {
    const writer = acme.token("wim");
    const { id } = await acme.create("ada", "samples", { name: "waited for" });
    const writes = [
      { method: "POST", path: recordsPath("samples"), body: { data: { name: "whole" } } },
      { method: "PATCH", path: `${recordsPath("samples")}/${id}`, body: { data: { name: "changed" } } },
      {
        method: "POST",
        path: `${recordsPath("samples")}/batch`,
        body: { operations: [{ op: "create", data: { name: "of a batch" } }] },
      },
    ];
    for (const { method, path } of writes)
      for (let index = 0; index < ENDLESS; index += 1) {
        const socket = await dial();
        const head = [`${method} /api/v1${path} HTTP/1.1`, "host: localhost", `authorization: Bearer ${writer}`];
        head.push("if-match: *", "content-type: application/json", "content-length: 1000");
        socket.write(`${head.join("\r\n")}\r\n\r\n{"data":`);
      }
    // Until only their bodies are missing.
    await pause(500);
    const whole = writes.map((write) =>
      send(service.origin, { ...write, body: JSON.stringify(write.body), token: writer, headers: JSON_FOR_ANY }),
    );
    expect((await Promise.all(whole)).map(({ status }) => status)).toEqual([201, 200, 200]);
  });

  it.runIf(IS_LONG)("that never ends its body gets 408 and is closed", async ({ expect }) => {
    const head = [
      `POST ${"/api/v1"}${recordsPath("samples")} HTTP/1.1`,
      "host: localhost",
      `authorization: Bearer ${acme.token("wim")}`,
      "content-type: application/json",
      "content-length: 1000",
    ];
    const text = await trickle(`${head.join("\r\n")}\r\n\r\n{"data":`);
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
  });

  it.runIf(IS_LONG)("that does not read its responses finds them cut off when it comes back", async ({ expect }) => {
    const value = "x".repeat(900_000);
    for (let index = 0; index < 20; index += 1)
      await acme.create("ada", "samples", { name: `large ${index}`, json: value });
    const socket = await dial();
    socket.pause();
    const path = `/api/v1${recordsPath("samples")}?limit=500`;
    const request = `GET ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n\r\n`;
    // More than the buffers of the two systems hold between them.
    socket.write(request.repeat(ANSWERS));
    await pause(STALLED_MS);
    let text = "";
    socket.on("data", (chunk) => (text += chunk));
    socket.resume();
    await once(socket, "close");
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
    expect(text.length).toBeLessThan(ANSWERS * Number(/^content-length: (\d+)/im.exec(text)?.[1]));
  });
});
