/** Large bodies that come slowly take a bounded share of the memory (contract § 3). */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { post, send } from "../../support/http";
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
    const bodies = await Promise.all(Array.from({ length: CONNECTIONS }, sendAllButOne));
    const refused = () => bodies.filter(({ answer }) => answer().includes("RATE_LIMITED"));
    await expect.poll(() => refused().length).toBe(CONNECTIONS - 8);
    for (const { answer } of refused()) expect(answer()).toMatch(/^HTTP\/1.1 429 .*\r\nretry-after: 1\r\n/s);

    const written = await send(
      service.origin,
      post(recordsPath("samples"), { data: { name: "beside the hog", text: "x".repeat(500_000) } }, { token: other }),
    );
    expect(written.status).toBe(201);
  });
});
