/** What a receiver can do to the service: whatever it sends, or does not send, an attempt ends and takes little memory. */
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { type Attempt, type OutboundOptions, postOutbound } from "@/lib/http/outbound";

const ATTEMPT_MS = 600;
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

type Post = (
  options?: Partial<OutboundOptions> & { headers?: Record<string, string>; signal?: AbortSignal },
) => Promise<Attempt>;

/** `receive` gets each socket with the first bytes of a request. */
async function openReceiver(receive: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  let [received, connections] = ["", 0];
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    socket.on("data", (bytes) => {
      received += bytes.toString("latin1");
    });
    socket.once("data", () => receive(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const post: Post = ({ headers = {}, signal = new AbortController().signal, ...options } = {}) =>
    postOutbound(
      { url: `${origin}/hook?a=%20b#c`, headers, body: '{"a":"é"}', allowedHosts: null, signal },
      { privateHosts: [new URL(origin).host], attemptMs: ATTEMPT_MS, ...options },
    );
  return { origin, received: () => received, sockets, connections: () => connections, post };
}

/** Writes until the socket is closed, as fast as it is read or each `pauseMs`. Returns how many bytes were taken. */
function writeEndlessly(socket: Socket, bytes: string, pauseMs: number, first = ""): { written: () => number } {
  socket.write(first);
  const timer = setInterval(() => {
    if (socket.writableNeedDrain) return;
    socket.write(bytes);
  }, pauseMs);
  socket.on("close", () => clearInterval(timer));
  return { written: () => socket.bytesWritten };
}

const OK = "HTTP/1.1 200 OK\r\n";

describe("a request", () => {
  it("is what was given, with host and length, and on a new connection if the receiver has closed the one before", async () => {
    const receiver = await openReceiver((socket) => socket.end(`${OK}content-length: 2\r\n\r\nok`));
    const headers = { "content-type": "application/json", "webhook-id": "msg_1" };
    const first = await receiver.post({ headers });
    expect(first).toEqual({
      outcome: "delivered",
      status: 200,
      milliseconds: expect.any(Number),
      retryAfterSeconds: null,
      excerpt: "ok",
    });
    expect(receiver.received()).toMatch(
      /^POST \/hook\?a=%20b HTTP\/1.1\r\ncontent-type: application\/json\r\nwebhook-id: msg_1\r\nhost: 127.0.0.1:\d+\r\ncontent-length: 10\r\nConnection: keep-alive\r\n\r\n/i,
    );
    await receiver.post({ headers });
    expect(receiver.connections()).toBe(2);
  });

  it("rejects on a header that cannot be sent, and connects to nothing", async () => {
    const receiver = await openReceiver(() => {});
    await expect(receiver.post({ headers: { "webhook-id": "a\r\nb: c" } })).rejects.toThrow("Invalid character");
    expect(receiver.connections()).toBe(0);
  });
});

describe("a status", () => {
  it.each([
    [200, "delivered"],
    [299, "delivered"],
    [300, "status"],
    [500, "status"],
    [999, "status"],
  ])("%i is %s", async (status, outcome) => {
    const receiver = await openReceiver((socket) => socket.end(`HTTP/1.1 ${status} X\r\ncontent-length: 0\r\n\r\n`));
    expect(await receiver.post()).toMatchObject({ outcome, status });
  });

  it.each([301, 302, 303, 307, 308])("%i is not followed", async (status) => {
    const other = await openReceiver((socket) => socket.end(`${OK}\r\n`));
    const receiver = await openReceiver((socket) =>
      socket.end(`HTTP/1.1 ${status} X\r\nlocation: ${other.origin}/\r\ncontent-length: 0\r\n\r\n`),
    );
    expect(await receiver.post()).toMatchObject({ outcome: "status", status });
    expect([receiver.connections(), other.connections()]).toEqual([1, 0]);
  });

  it("101 is a failure, and the connection is closed", async () => {
    const receiver = await openReceiver((socket) =>
      socket.write("HTTP/1.1 101 X\r\nupgrade: any\r\nconnection: upgrade\r\n\r\nx"),
    );
    expect(await receiver.post()).toMatchObject({ outcome: "status", status: 101 });
    await expect.poll(() => receiver.sockets.size).toBe(0);
  });
});

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toUTCString();
const near = (seconds: number) => expect.closeTo(seconds, -1);

it.each([
  [429, "7", 7],
  [503, "0", 0],
  [429, "3601", 3_600],
  [429, inMinutes(2), near(120)],
  [503, inMinutes(-2), 0],
  [429, "7\r\nretry-after: 0", 7],
  [429, "-5", null],
  [429, "soon", null],
  [429, "Nonsense GMT", null],
  [500, "7", null],
])("Retry-After of %i: %s is %s", async (status, value, seconds) => {
  const head = `HTTP/1.1 ${status} X\r\nretry-after: ${value}\r\ncontent-length: 0\r\n\r\n`;
  const receiver = await openReceiver((socket) => socket.end(head));
  expect((await receiver.post()).retryAfterSeconds).toEqual(seconds);
});

const sends = (text: string) => (socket: Socket) => void socket.write(text);

/** Each is what a receiver sends after it got the request; "hold" keeps the connection open. */
const BROKEN: [name: string, send: (socket: Socket) => void, outcome: string, status: number | null][] = [
  ["nothing", () => {}, "timeout", null],
  ["a reset", (socket) => socket.resetAndDestroy(), "refused", null],
  ["something that is not HTTP", sends("SSH-2.0-OpenSSH_9\r\n"), "refused", null],
  ["one header of a megabyte", sends(`${OK}x: ${"a".repeat(2 ** 20)}`), "refused", null],
  ["endless headers", (socket) => void writeEndlessly(socket, `${OK}${"x: y\r\n".repeat(5_000)}`, 1), "refused", null],
  ["a byte at a time", (socket) => void writeEndlessly(socket, "H", 100), "refused", null],
  ["slow headers", (socket) => void writeEndlessly(socket, "x", 50, OK), "timeout", null],
  ["a wrong length", sends(`${OK}content-length: -1\r\n\r\n`), "refused", null],
  ["less than it says", (socket) => socket.end(`${OK}content-length: 10\r\n\r\nok`), "delivered", 200],
  ["more than it says", sends(`${OK}content-length: 1\r\n\r\n${"x".repeat(2 ** 20)}`), "delivered", 200],
  ["a length beyond all memory", sends(`${OK}content-length: 9007199254740991\r\n\r\nx`), "delivered", 200],
  ["a slow body", (socket) => void writeEndlessly(socket, "x", 50, `${OK}\r\n`), "delivered", 200],
  ["broken chunks", sends(`${OK}transfer-encoding: chunked\r\n\r\nzz\r\n`), "delivered", 200],
  [
    "a failure and a reset",
    (socket) => socket.write("HTTP/1.1 500 X\r\n\r\n", () => setTimeout(() => socket.resetAndDestroy(), 20)),
    "status",
    500,
  ],
];

/** Longer than any test: an attempt that ends was ended by what it received. */
const UNHURRIED = { attemptMs: 60_000 };

describe("a receiver that sends", () => {
  it.each(BROKEN)("%s ends an attempt", async (_, send, outcome, status) => {
    const receiver = await openReceiver(send);
    const attempt = await receiver.post();
    expect(attempt).toMatchObject({ outcome, status });
    expect(attempt.milliseconds).toBeLessThan(ATTEMPT_MS + 10_000);
    await expect.poll(() => receiver.sockets.size).toBe(0);
  });

  it("an endless body has 64 KiB of it read, and its connection closed", async () => {
    let written = () => 0;
    const receiver = await openReceiver((socket) => {
      ({ written } = writeEndlessly(socket, "x".repeat(16 * 1024), 5, `${OK}\r\n`));
    });
    const attempt = await receiver.post({ attemptMs: 10_000 });
    expect(attempt).toMatchObject({ outcome: "delivered", status: 200 });
    expect(attempt.milliseconds).toBeLessThan(5_000);
    await expect.poll(() => receiver.sockets.size).toBe(0);
    expect(written()).toBeLessThan(1024 * 1024);
  });

  it.each([
    ["chunks of a byte", "1\r\nx\r\n", ""],
    ["extensions of a chunk", "a=b;", "1;"],
    ["trailers", "x: y\r\n", "0\r\n"],
  ])("%s without an end has its connection closed", async (_, bytes, first) => {
    const head = `${OK}transfer-encoding: chunked\r\n\r\n${first}`;
    const receiver = await openReceiver((socket) => void writeEndlessly(socket, bytes.repeat(2_000), 1, head));
    expect(await receiver.post(UNHURRIED)).toMatchObject({ outcome: "delivered", status: 200 });
    await expect.poll(() => receiver.sockets.size).toBe(0);
  });

  it("a body has its first 512 bytes kept, as text without control characters or half a character", async () => {
    const body = `\u0000\u001b[31m{"error":\n"<b>é</b>"}.${"é".repeat(600)}`;
    const receiver = await openReceiver((socket) => socket.end(`HTTP/1.1 500 No\r\n\r\n${body}`));
    const { excerpt } = await receiver.post();
    expect(excerpt).toBe(`[31m{"error":\n"<b>é</b>"}.${"é".repeat(241)}`);
  });

  it("compressed zeros has nothing unpacked", async () => {
    const receiver = await openReceiver((socket) => socket.end(`${OK}content-encoding: gzip\r\n\r\nnot gzip`));
    expect(await receiver.post()).toMatchObject({ outcome: "delivered" });
    expect(receiver.received()).not.toMatch(/accept-encoding/i);
  });
});

describe("informational responses", () => {
  const informational = (count: number, headers = "") => `HTTP/1.1 103 X\r\n${headers}\r\n`.repeat(count);

  it.each(["100 Continue", "102 Processing", "103 Early Hints", "199 X"])(
    "without an end have the attempt ended: %s",
    async (status) => {
      const bytes = `HTTP/1.1 ${status}\r\n\r\n`.repeat(1_000);
      const receiver = await openReceiver((socket) => void writeEndlessly(socket, bytes, 0));
      expect(await receiver.post(UNHURRIED)).toMatchObject({ outcome: "refused", status: null });
      await expect.poll(() => receiver.sockets.size).toBe(0);
    },
  );

  it.each([
    [10, 0, "delivered"],
    [11, 0, "refused"],
    [4, 14_000, "delivered"],
    [5, 14_000, "refused"],
  ])("%i before a status, with headers of %i bytes each: %s", async (count, bytes, outcome) => {
    const heads = informational(count, bytes === 0 ? "" : `x: ${"a".repeat(bytes)}\r\n`);
    const receiver = await openReceiver((socket) => socket.write(`${heads}${OK}content-length: 0\r\n\r\n`));
    expect(await receiver.post(UNHURRIED)).toMatchObject({ outcome });
  });

  it("are counted separately for each request of a connection", async () => {
    const receiver = await openReceiver((socket) => {
      const respond = () => socket.write(`${informational(8)}${OK}content-length: 0\r\n\r\n`);
      respond();
      socket.on("data", respond);
    });
    for (let request = 0; request < 3; request += 1)
      expect(await receiver.post(UNHURRIED)).toMatchObject({ outcome: "delivered" });
    expect(receiver.connections()).toBe(1);
  });
});

describe("the caller's signal", () => {
  it("ends an attempt", async () => {
    const receiver = await openReceiver(() => {});
    const stop = new AbortController();
    const attempt = receiver.post({ signal: stop.signal, attemptMs: 60_000 });
    await expect.poll(receiver.received).toContain("POST");
    stop.abort();
    expect(await attempt).toMatchObject({ outcome: "timeout", status: null });
    await expect.poll(() => receiver.sockets.size).toBe(0);
  });

  it("that is already aborted lets nothing begin", async () => {
    const receiver = await openReceiver(() => {});
    expect(await receiver.post({ signal: AbortSignal.abort() })).toMatchObject({ outcome: "timeout" });
    expect(receiver.connections()).toBe(0);
  });
});

describe("a delivery with a last check that it may begin", () => {
  const ask = async (mayBegin: () => Promise<boolean>) => {
    const receiver = await openReceiver((socket) => socket.end("HTTP/1.1 204 No Content\r\n\r\n"));
    const { origin, connections, received } = receiver;
    const post = { url: `${origin}/hook`, headers: {}, body: "{}", allowedHosts: null };
    const options = { privateHosts: [new URL(origin).host], attemptMs: ATTEMPT_MS };
    const signal = new AbortController().signal;
    let sentBefore = "";
    const asked = async () => {
      sentBefore = received();
      return mayBegin();
    };
    const attempt = postOutbound({ ...post, signal, mayBegin: asked }, options);
    return { attempt, connections, received, sentBefore: () => sentBefore };
  };

  it("sends nothing over the connection if the check refuses", async () => {
    const { attempt, connections, received } = await ask(async () => false);
    expect(await attempt).toBe("withdrawn");
    expect([connections(), received()]).toEqual([1, ""]);
  });

  it("sends nothing before the check, and everything after it", async () => {
    const { attempt, received, sentBefore } = await ask(async () => true);
    expect(await attempt).toMatchObject({ outcome: "delivered", status: 204 });
    expect(sentBefore()).toBe("");
    expect(received()).toContain("POST /hook HTTP/1.1");
  });

  it("passes on an error of the check, and sends nothing", async () => {
    const { attempt, received } = await ask(() => Promise.reject(new Error("The database is away.")));
    await expect(attempt).rejects.toThrow("The database is away.");
    expect(received()).toBe("");
  });
});
