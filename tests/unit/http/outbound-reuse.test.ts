/** Connections that are kept for the next request: which are used again, and what becomes of one that the receiver has closed. */
import { readFileSync } from "node:fs";
import https from "node:https";
import net, { type AddressInfo, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { type OutboundOptions, postOutbound } from "@/lib/http/outbound";
import { createPrivateCa } from "../../support/private-ca";
import { temporaryFolder } from "../../support/temporary-folder";

const folder = temporaryFolder();
const files = createPrivateCa(folder.path);
const read = (file: string) => readFileSync(file, "utf8");
const ca = read(files.ca);

let handshakes = 0;
const open = new Set<Socket>();
const received: string[] = [];
/** What the receiver does instead of responding. */
let instead: ((socket: Socket) => void) | null = null;

const receiver = https.createServer(
  { key: read(files.key), cert: read(files.certificate) },
  async (request, response) => {
    received.push(`${request.headers["webhook-id"]} ${await text(request)}`);
    const act = instead;
    instead = null;
    if (act === null) response.end("thanks");
    else act(request.socket);
  },
);
const tls = new Set<Socket>();
receiver.on("secureConnection", (socket) => {
  handshakes += 1;
  tls.add(socket);
  socket.on("close", () => tls.delete(socket));
});
receiver.on("connection", (socket: Socket) => {
  open.add(socket);
  socket.on("close", () => open.delete(socket)).on("error", () => {});
});
await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
const host = `localhost:${(receiver.address() as AddressInfo).port}`;

beforeEach(async () => {
  receiver.closeAllConnections();
  await expect.poll(() => open.size).toBe(0);
  // The sender notices a moment later.
  await new Promise((resolve) => setImmediate(resolve));
  handshakes = 0;
  received.length = 0;
});
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
  folder.remove();
});

type More = { mayBegin?: () => Promise<boolean>; allowedHosts?: string[] | null; url?: string };

function post(id: string, { url = `https://${host}/`, ...more }: More = {}, options: Partial<OutboundOptions> = {}) {
  const { signal } = new AbortController();
  const whole = {
    url,
    headers: { "webhook-id": id },
    body: "{}",
    allowedHosts: null,
    signal,
    mayBegin: async () => true,
  };
  return postOutbound({ ...whole, ...more }, { privateHosts: [new URL(url).host], ca, ...options });
}

const DELIVERED = { outcome: "delivered", status: 200 };

describe("a connection that is kept", () => {
  it("is used by the next requests to the host", async () => {
    for (const id of ["1", "2", "3"]) expect(await post(id)).toMatchObject(DELIVERED);
    expect([handshakes, received]).toEqual([1, ["1 {}", "2 {}", "3 {}"]]);
  });

  it("is not used by a request that trusts another authority, or to another name", async () => {
    await post("1");
    expect(await post("2", {}, { ca: undefined })).toMatchObject({ outcome: "tls" });
    const url = `https://127.0.0.1:${host.split(":")[1]}/`;
    expect(await post("3", { url })).toMatchObject(DELIVERED);
    expect([handshakes, received]).toEqual([2, ["1 {}", "3 {}"]]);
  });

  it("does not reach a host that is no longer allowed", async () => {
    await post("1");
    expect(await post("2", { allowedHosts: ["hooks.example.com"] })).toMatchObject({ outcome: "blocked" });
    expect(await post("3", {}, { privateHosts: [] })).toMatchObject({ outcome: "blocked" });
    expect(received).toEqual(["1 {}"]);
  });

  it("gets nothing of a request that is not allowed to begin", async () => {
    await post("1");
    expect(await post("2", { mayBegin: async () => false })).toBe("withdrawn");
    await expect(post("3", { mayBegin: () => Promise.reject(new Error("away")) })).rejects.toThrow("away");
    expect(received).toEqual(["1 {}"]);
  });

  it("is one of at most ten of its host, and closes after seconds", async () => {
    await Promise.all(Array.from({ length: 25 }, (_, index) => post(String(index))));
    expect(received).toHaveLength(25);
    await expect.poll(() => open.size).toBe(10);
    await expect.poll(() => open.size).toBe(0);
  });
});

describe("a connection that the receiver has closed meanwhile", () => {
  /** Closes it when the sender has chosen it, and asks whether it may begin. */
  const closing = async () => {
    if (closing.asked++ === 0) receiver.closeAllConnections();
    await expect.poll(() => open.size).toBeLessThanOrEqual(1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    return true;
  };
  closing.asked = 0;

  it("is replaced by a new one: the request arrives once, and is checked again before it begins", async () => {
    await post("1");
    expect(await post("2", { mayBegin: closing })).toMatchObject(DELIVERED);
    expect([handshakes, received, closing.asked]).toEqual([2, ["1 {}", "2 {}"], 2]);
  });

  it("after it has read the request is replaced, too: the same request is sent again", async () => {
    await post("1");
    instead = (socket) => socket.destroy();
    expect(await post("2")).toMatchObject(DELIVERED);
    expect([handshakes, received]).toEqual([2, ["1 {}", "2 {}", "2 {}"]]);
  });

  it("is not replaced a second time", async () => {
    await post("1");
    instead = (socket) => {
      socket.destroy();
      instead = (next) => next.destroy();
    };
    expect(await post("2")).toMatchObject({ outcome: "refused", status: null });
    expect(received).toEqual(["1 {}", "2 {}", "2 {}"]);
  });

  it("is not replaced for a request that has been withdrawn meanwhile", async () => {
    await post("1");
    let asked = 0;
    const mayBegin = async () => {
      asked += 1;
      if (asked > 1) return false;
      receiver.closeAllConnections();
      await expect.poll(() => open.size).toBe(0);
      return true;
    };
    expect(await post("2", { mayBegin })).toBe("withdrawn");
    expect(received).toEqual(["1 {}"]);
  });

  it("is closed as soon as it sends what nobody asked for", async () => {
    await post("1");
    for (const socket of tls) socket.write("HTTP/1.1 100 Continue\r\n\r\n");
    // Idle connections are kept for four seconds.
    await expect.poll(() => open.size, { timeout: 3_500 }).toBe(0);
  });

  it("with words that nobody asked for delivers nothing", async () => {
    const requests: string[] = [];
    const sockets: Socket[] = [];
    const raw = net.createServer((socket) => {
      sockets.push(socket.on("error", () => {}));
      socket.on("data", (bytes) => {
        requests.push(/webhook-id: (\d)/.exec(String(bytes))?.[1] ?? "");
        socket.write("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
      });
    });
    await new Promise<void>((resolve) => raw.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(raw.address() as AddressInfo).port}/`;
    await post("1", { url });
    const mayBegin = async () => {
      if (sockets.length === 1) sockets[0]?.end("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
      await new Promise((resolve) => setTimeout(resolve, 50));
      return true;
    };
    expect(await post("2", { url, mayBegin })).toMatchObject(DELIVERED);
    expect([sockets.length, requests]).toEqual([2, ["1", "2"]]);
    for (const socket of sockets) socket.destroy();
    raw.close();
  });
});
