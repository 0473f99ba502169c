/** Large bodies: those that are dear to read keep nobody waiting, and those that come slowly fill no memory (contract § 3). */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { dearRequests } from "../../support/corpus/dear-requests";
import { residentMegabytes } from "../../support/hostile-client";
import { send } from "../../support/http";
import { startClients } from "../../support/load";
import { openOrganization, recordsPath } from "../../support/organization";
import { type Service, startService } from "../../support/service";

const acme = await openOrganization("dear");
const hog = acme.token("ada");
const other = acme.token("wim");
let service: Service;
beforeAll(async () => {
  service = await startService("node", inject("databaseUrl"), { RATE_LIMIT_REQUESTS_PER_MINUTE: "1000000" });
});
afterAll(() => service?.kill());

const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

async function medianOfMe(): Promise<number> {
  const load = startClients(1, () => send(service.origin, { path: "/me", token: other }));
  await load.more(60);
  return median((await load.stop()).map(({ milliseconds }) => milliseconds));
}

describe("twelve connections that send the dearest bodies", () => {
  it("keep somebody else's request waiting for a few turns of the event loop, not for their bodies", async () => {
    const record = await acme.create("ada", "samples", { name: "changed by many" });
    const dear = dearRequests(record.path).filter(({ name }) => /^(create|query), .*(list|filter)/.test(name));
    const quiet = await medianOfMe();
    const load = startClients(12, (index) => {
      const { method, path, body } = dear[index % dear.length] as (typeof dear)[number];
      return send(service.origin, { method, path, body, token: hog });
    });
    await load.more(12);
    const busy = await medianOfMe();
    await load.stop();
    console.info(`/me: ${quiet.toFixed(1)} ms, ${busy.toFixed(1)} ms beside twelve dear bodies`);
    // Some turns of 5 ms each way, and room for a busy machine. It was seconds.
    expect(busy).toBeLessThan(Math.max(500, quiet * 20));
  });
});

describe("300 bodies of a megabyte, each but for its last byte", () => {
  const MIB = 1024 * 1024;
  const CONNECTIONS = 300;
  const sockets: Socket[] = [];
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
  });

  async function sendAllButOne(): Promise<{ answer: () => string }> {
    const { hostname, port, host } = new URL(service.origin);
    const socket = connect(Number(port), hostname);
    sockets.push(socket);
    socket.on("error", () => undefined);
    await once(socket, "connect");
    let text = "";
    socket.on("data", (chunk) => (text += chunk));
    socket.write(
      `POST /api/v1${recordsPath("samples")} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${hog}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${MIB}\r\n\r\n`,
    );
    await new Promise((resolve) => socket.write(Buffer.alloc(MIB - 1, " "), resolve));
    return { answer: () => text };
  }

  it("of one token hold 8 MiB; the others are refused, and other tokens write", async () => {
    await medianOfMe();
    const before = residentMegabytes(service.pid);
    const bodies = await Promise.all(Array.from({ length: CONNECTIONS }, sendAllButOne));
    const refused = () => bodies.filter(({ answer }) => answer().includes("RATE_LIMITED"));
    await expect.poll(() => refused().length, { timeout: 20_000 }).toBe(CONNECTIONS - 8);
    for (const { answer } of refused()) expect(answer()).toMatch(/^HTTP\/1.1 429 .*\r\nretry-after: 1\r\n/s);

    const written = await send(service.origin, {
      method: "POST",
      path: recordsPath("samples"),
      token: other,
      json: { data: { name: "beside the hog", text: "x".repeat(500_000) } },
    });
    expect(written.status).toBe(201);
    const growth = residentMegabytes(service.pid) - before;
    console.info(`resident memory: ${before.toFixed(0)} MB, ${growth.toFixed(0)} MB more with 300 bodies under way`);
    expect(growth).toBeLessThan(128);
  });
});
