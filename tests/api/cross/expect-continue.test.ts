/**
 * A client that asks before it sends its body is told to go on once it is known who it is, and only where its body will be
 * read.
 */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { openOrganization, recordsPath } from "../../support/organization";
import { wrongSecretFor } from "../../support/token-text";

const acme = await openOrganization();
const { host, hostname, port } = new URL(acme.origin);
const BODY = '{"data":{"name":"asked before"}}';

let socket: Socket;
afterEach(() => socket.destroy());

/** Sends a head, and gives what comes until the text is in it, or the connection ends. */
async function ask(token: string, path: string, length: number) {
  socket = connect(Number(port), hostname);
  await once(socket, "connect");
  let text = "";
  socket.on("data", (chunk) => (text += chunk));
  const closed = once(socket, "close");
  socket.write(
    `POST /api/v1${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${length}\r\nExpect: 100-continue\r\n\r\n`,
  );
  return {
    /** Fails by its time limit where it never comes. */
    has: (part: string) => expect.poll(() => text).toContain(part),
    close: async () => {
      await closed;
      return text;
    },
  };
}

describe("a client that expects 100 Continue", () => {
  it("is told to continue, and then gets its response", async () => {
    const asked = await ask(acme.token("wim"), recordsPath("samples"), BODY.length);
    await asked.has("HTTP/1.1 100 Continue\r\n");
    socket.write(BODY);
    await asked.has("HTTP/1.1 201 Created\r\n");
  });

  it.each<[name: string, token: () => string, path: string, length: number, status: string]>([
    ["a token that is none", () => "nonsense", recordsPath("samples"), BODY.length, "401"],
    ["a wrong secret", () => wrongSecretFor(acme.token("wim")), recordsPath("samples"), BODY.length, "401"],
    ["a verb that it does not have", () => acme.token("rea"), recordsPath("samples"), BODY.length, "403"],
    ["an entity that there is not", () => acme.token("wim"), recordsPath("nothing"), BODY.length, "404"],
    ["a body that is too large", () => acme.token("wim"), recordsPath("samples"), 1_048_577, "400"],
  ])("is refused before it sends its body, and hung up on: %s", async (_, token, path, length, status) => {
    const asked = await ask(token(), path, length);
    const text = await asked.close();
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(text.toLowerCase()).toContain("connection: close\r\n");
  });
});
