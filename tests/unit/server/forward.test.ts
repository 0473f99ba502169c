import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server, request as send } from "node:http";
import { type AddressInfo, connect } from "node:net";
import path from "node:path";
import { text as textOf } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { forwardTo } from "../../../server/adapter/forward";
import { type NodeAdapter, openNodeAdapter } from "../../../server/adapter/node-adapter";
import { temporaryFolder } from "../../support/temporary-folder";

const folder = temporaryFolder();
const socketPath = path.join(folder.path, "pages");
let adapter: NodeAdapter;
let pages: Server;
let page: RequestListener;

beforeAll(async () => {
  adapter = openNodeAdapter(forwardTo(socketPath));
  adapter.server.listen(0, "127.0.0.1");
  await once(adapter.server, "listening");
});
afterAll(() => {
  adapter.server.close();
  adapter.server.closeAllConnections();
  folder.remove();
});
beforeEach(async () => {
  pages = createServer({ requireHostHeader: false }, (request, response) => page(request, response));
  pages.listen(socketPath);
  await once(pages, "listening");
});
afterEach(() => {
  pages.close();
  pages.closeAllConnections();
});

const port = () => (adapter.server.address() as AddressInfo).port;

type Call = { method?: string; path?: string; headers?: Record<string, string | string[]>; body?: Buffer };

function begin({ method = "GET", path = "/tokens", headers = {} }: Call = {}) {
  const sent = send({ port: port(), host: "127.0.0.1", method, path, headers, agent: false });
  // Whoever waits for the response hears of it; after that, it is the end of the test's connections.
  return sent.on("error", () => undefined);
}

async function ask(call: Call = {}): Promise<IncomingMessage & { text: string }> {
  const sent = begin(call);
  sent.end(call.body);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return Object.assign(response, { text: await textOf(response) });
}

/** All that comes back for bytes that are sent as they are, until the connection ends. */
async function exchange(bytes: string): Promise<string> {
  const socket = connect(port(), "127.0.0.1");
  socket.write(bytes);
  return textOf(socket);
}

/** What a handler is called with, for whoever waits for it. */
function deferred<Value>(): { promise: Promise<Value>; resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

describe("what is asked", () => {
  it.each(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PURGE"])(
    "arrives by %s, with its path, query and headers",
    async (method) => {
      const seen = deferred<IncomingMessage>();
      page = (request, response) => {
        seen.resolve(request);
        response.end("there");
      };
      const response = await ask({
        method,
        path: "/a%20b?c=%2F&d",
        headers: { host: "records.test", "x-twice": ["1", "2"] },
      });
      const { method: asked, url, headers } = await seen.promise;
      expect([asked, url, headers.host, headers["x-twice"]]).toEqual([
        method,
        "/a%20b?c=%2F&d",
        "records.test",
        "1, 2",
      ]);
      expect([response.statusCode, response.text]).toEqual([200, method === "HEAD" ? "" : "there"]);
    },
  );

  it("is streamed: the first half arrives before the second is sent", async () => {
    const firstHalf = deferred<string>();
    page = (request, response) => {
      request.once("data", (chunk) => firstHalf.resolve(String(chunk)));
      request.on("end", () => response.end("whole"));
    };
    const sent = begin({ method: "POST" });
    sent.write("first");
    expect(await firstHalf.promise).toBe("first");
    sent.end("second");
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    expect(await textOf(response)).toBe("whole");
  });

  it("names the client's address as the socket has it, whatever the client says", async () => {
    page = ({ headers, rawHeaders }, response) => {
      const lines = rawHeaders.filter((name, index) => index % 2 === 0 && /^(x-)?forwarded(-for)?$/i.test(name));
      response.end(JSON.stringify([headers["x-forwarded-for"], headers.forwarded, lines.length]));
    };
    const forged = { "x-forwarded-for": ["192.0.2.1", "192.0.2.2"], forwarded: "for=192.0.2.3" };
    expect(JSON.parse((await ask({ headers: forged })).text)).toEqual(["127.0.0.1", null, 1]);
    const hidden = { ...forged, connection: "x-forwarded-for, close" };
    expect(JSON.parse((await ask({ headers: hidden })).text)).toEqual(["127.0.0.1", null, 1]);
  });

  it("drops what is about one connection, but never the length", async () => {
    page = async (request, response) => {
      const body = await textOf(request);
      response.end(JSON.stringify({ ...request.headers, body }));
    };
    const headers = [
      "connection: upgrade, x-mine, content-length, host",
      "upgrade: h2c",
      "x-mine: 1",
      "te: trailers",
      "keep-alive: 1",
    ];
    const head = ["POST /tokens HTTP/1.1", "host: localhost", "content-length: 5", "expect: 100-continue", ...headers];
    const answer = await exchange(
      `${head.join("\r\n")}\r\n\r\nhello`.replace("upgrade, x-mine", "close, upgrade, x-mine"),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
    const seen = JSON.parse(/\{.*\}/.exec(answer)?.[0] ?? "") as Record<string, string>;
    expect(seen).toMatchObject({ body: "hello", "content-length": "5", host: "localhost", connection: "keep-alive" });
    for (const name of ["upgrade", "x-mine", "te", "keep-alive", "expect"]) expect(seen).not.toHaveProperty(name);
  });

  it("cannot smuggle a second request in its body", async () => {
    const asked: string[] = [];
    page = (request, response) => {
      asked.push(String(request.url));
      request.resume().on("end", () => response.end());
    };
    const inner = "GET /inner HTTP/1.1\r\nhost: localhost\r\n\r\n";
    const head = `GET /outer HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${inner.length}\r\nconnection: close, content-length`;
    await exchange(`${head}\r\n\r\n${inner}`);
    expect(asked).toEqual(["/outer"]);
  });

  it("as an upgrade is a plain request: nothing switches away from HTTP", async () => {
    page = ({ headers }, response) => response.end(String(headers.upgrade));
    pages.on("upgrade", (_request, socket) => socket.end("HTTP/1.1 101 Switching Protocols\r\n\r\n"));
    const key = "dGhlIHNhbXBsZSBub25jZQ==";
    const headers = {
      connection: "upgrade",
      upgrade: "websocket",
      "sec-websocket-key": key,
      "sec-websocket-version": "13",
    };
    const response = await ask({ headers });
    expect([response.statusCode, response.text]).toEqual([200, "undefined"]);
  });
});

describe("what is answered", () => {
  it("comes back with its status, its headers line by line, and no body where there is none", async () => {
    page = (_request, response) => {
      response.writeHead(307, "Elsewhere", [
        ...["Set-Cookie", "a=1; Path=/", "Set-Cookie", "b=2; Path=/"],
        ...["Location", "/sign-in?next=%2F", "Connection", "x-private", "X-Private", "1", "X-Public", "1"],
      ]);
      response.end();
    };
    const response = await ask();
    expect([response.statusCode, response.statusMessage, response.headers.location]).toEqual([
      307,
      "Elsewhere",
      "/sign-in?next=%2F",
    ]);
    expect(response.headers["set-cookie"]).toEqual(["a=1; Path=/", "b=2; Path=/"]);
    expect(response.headers).not.toHaveProperty("x-private");
    expect(response.headers["x-public"]).toBe("1");
    expect(response.text).toBe("");
  });

  it.each([
    ["GET", 304],
    ["GET", 204],
    ["HEAD", 200],
  ])("to %s with %i ends the response, not the connection", async (method, status) => {
    page = (_request, response) => response.writeHead(status, { etag: '"1"' }).end();
    const head = `${method} /a HTTP/1.1\r\nhost: localhost\r\n`;
    const answer = await exchange(`${head}\r\n${head}connection: close\r\n\r\n`);
    expect(answer.match(new RegExp(`^HTTP/1\\.1 ${status} `, "gm"))).toHaveLength(2);
    expect(answer.match(/^etag: "1"\r$/gim)).toHaveLength(2);
  });

  it("is streamed: head and first half before the second, in chunks or, to HTTP/1.0, until the end", async () => {
    const goOn = deferred<void>();
    page = async (_request, response) => {
      response.write("first ");
      await goOn.promise;
      response.end("second");
    };
    const sent = begin();
    sent.end();
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    const [first] = await once(response, "data");
    expect(String(first)).toBe("first ");
    goOn.resolve();
    expect(await textOf(response)).toBe("second");
    expect(response.headers["transfer-encoding"]).toBe("chunked");
    const old = await exchange("GET /a HTTP/1.0\r\n\r\n");
    expect(old).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\n\r\nfirst second$/);
    expect(old).not.toMatch(/transfer-encoding/i);
  });
});

describe("what goes wrong", () => {
  it("a client that hangs up ends the request, before the response and in the middle of it", async () => {
    for (const beginning of ["", "first"]) {
      const asked = deferred<void>();
      const left = deferred<void>();
      page = (_request, response) => {
        if (beginning !== "") response.write(beginning);
        response.once("close", left.resolve);
        asked.resolve();
      };
      const sent = begin();
      sent.end();
      await asked.promise;
      sent.destroy();
      await left.promise;
    }
  });

  it("a response that breaks off is not taken for a whole one", async () => {
    page = (request, response) => {
      response.write("first");
      setImmediate(() => request.socket.destroy());
    };
    await expect(ask()).rejects.toThrow("aborted");
  });

  it("a request that nobody answers gets a plain page that says when to come back, and the next one is answered", async () => {
    page = (request) => request.socket.destroy();
    const response = await ask({ method: "POST", body: Buffer.from("lost") });
    expect(response.statusCode).toBe(503);
    expect(response.headers).toMatchObject({
      "retry-after": "5",
      "content-type": "text/html; charset=utf-8",
      "cache-control": "private, no-store",
      "content-security-policy": expect.stringContaining("default-src 'none'"),
    });
    expect(response.text).toContain("The pages are not ready yet");
    expect((await ask({ method: "HEAD" })).statusCode).toBe(503);
    page = (_request, response) => response.end("there");
    expect((await ask()).text).toBe("there");
  });
});
