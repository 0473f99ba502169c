/** How a target is connected to: certificates, look-ups and time limits. */
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import net, { type AddressInfo, type Server, type Socket } from "node:net";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { type Attempt, type OutboundOptions, postOutbound } from "@/lib/http/outbound";
import { createPrivateCa } from "../../support/private-ca";
import { temporaryFolder } from "../../support/temporary-folder";

const folder = temporaryFolder();
const files = createPrivateCa(folder.path);
const read = (file: string) => readFileSync(file, "utf8");
const ca = read(files.ca);
const sockets = new Set<Socket>();
const servers: Server[] = [];
const children: ChildProcess[] = [];

async function listen(server: Server, host = "127.0.0.1"): Promise<number> {
  servers.push(server);
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return (server.address() as AddressInfo).port;
}

/** A receiver that sends this many session tickets, and no response. Resolves to its port. */
function startOpenssl(tickets: number): Promise<number> {
  const own = ["-key", files.key, "-cert", files.certificate, "-accept", "127.0.0.1:0"];
  const child = spawn("openssl", ["s_server", "-num_tickets", `${tickets}`, ...own]);
  children.push(child);
  return new Promise((resolve, reject) => {
    child.stdout.on("data", (line) => {
      const [, port] = /ACCEPT .*:(\d+)/.exec(String(line)) ?? [];
      if (port !== undefined) resolve(Number(port));
    });
    child.once("exit", () => reject(new Error("openssl ended.")));
  });
}

let received = 0;
const secure = { key: read(files.key), cert: read(files.certificate) };
const port = await listen(
  https.createServer(secure, (request, response) => {
    received += 1;
    request.resume().on("end", () => response.end("thanks"));
  }),
);
afterEach(() => {
  received = 0;
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
  for (const child of children) child.kill();
  folder.remove();
});

async function post(url: string, options: Partial<OutboundOptions>): Promise<Attempt> {
  const signal = new AbortController().signal;
  const own = { privateHosts: [new URL(url).host], connectMs: 2_000 };
  return postOutbound({ url, headers: {}, body: "{}", allowedHosts: null, signal }, { ...own, ...options });
}

describe("a certificate", () => {
  it("of an authority that is trusted, for this name or address, is accepted", async () => {
    expect(await post(`https://localhost:${port}/`, { ca })).toMatchObject({ outcome: "delivered", status: 200 });
    expect(await post(`https://127.0.0.1:${port}/`, { ca })).toMatchObject({ outcome: "delivered", status: 200 });
    expect(received).toBe(2);
  });

  it("of an unknown authority is refused, again after another request has accepted it", async () => {
    await post(`https://localhost:${port}/`, { ca });
    expect(await post(`https://localhost:${port}/`, {})).toMatchObject({ outcome: "tls", status: null });
    expect(received).toBe(1);
  });

  it("for another name is refused", async () => {
    const server = https.createServer(secure, () => {
      received += 1;
    });
    const other = await listen(server, "127.0.0.2");
    expect(await post(`https://127.0.0.2:${other}/`, { ca })).toMatchObject({ outcome: "tls" });
    expect(received).toBe(0);
  });

  it("is verified although the environment turns verification off", async () => {
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
    try {
      expect(await post(`https://localhost:${port}/`, {})).toMatchObject({ outcome: "tls" });
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    }
    expect(received).toBe(0);
  });

  it("is not asked of a server that does not speak TLS", async () => {
    const plain = await listen(http.createServer((_request, response) => response.end()));
    expect(await post(`https://localhost:${plain}/`, { ca })).toMatchObject({ outcome: "tls" });
  });
});

describe("a connection", () => {
  it("whose TLS does not begin ends after the time to connect", async () => {
    const silent = await listen(net.createServer());
    const attempt = await post(`https://localhost:${silent}/`, { connectMs: 300 });
    expect(attempt).toMatchObject({ outcome: "timeout", status: null });
    expect(attempt.milliseconds).toBeGreaterThanOrEqual(295);
    expect(attempt.milliseconds).toBeLessThan(3_000);
  });

  it("may take longer once it is established", async () => {
    const slow = await listen(
      https.createServer(secure, (_request, response) => setTimeout(() => response.end(), 1_600)),
    );
    expect(await post(`https://localhost:${slow}/`, { ca, connectMs: 1_500 })).toMatchObject({ outcome: "delivered" });
  });
});

it("a connection that is flooded with session tickets is closed", async () => {
  const [plain, tickets] = await Promise.all([startOpenssl(2), startOpenssl(5_000)]);
  expect(await post(`https://localhost:${plain}/`, { ca, attemptMs: 600 })).toMatchObject({ outcome: "timeout" });
  expect(await post(`https://localhost:${tickets}/`, { ca })).toMatchObject({ outcome: "refused", status: null });
});

describe("a look-up", () => {
  const url = "https://hooks.example.com/";

  it.each([
    ["fails", () => Promise.reject(Object.assign(new Error("queryA ENOTFOUND"), { code: "ENOTFOUND" }))],
    ["finds no address", async () => []],
    ["finds hundreds", async () => Array.from({ length: 200 }, () => ({ address: "8.8.8.8", family: 4 }))],
  ])("that %s is distinguished from other failures", async (_, resolve) => {
    expect(await post(url, { privateHosts: [], resolve })).toMatchObject({ outcome: "dns", status: null });
  });

  it("that does not end ends after the time to connect", async () => {
    const resolve = () => new Promise<never>(() => {});
    expect(await post(url, { privateHosts: [], resolve, connectMs: 200 })).toMatchObject({ outcome: "timeout" });
  });
});

it("uses none of the proxies that the environment names", async () => {
  let connections = 0;
  const proxy = await listen(net.createServer(() => (connections += 1)));
  const names = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "NODE_USE_ENV_PROXY"];
  for (const name of names) vi.stubEnv(name, name === "NODE_USE_ENV_PROXY" ? "1" : `http://127.0.0.1:${proxy}`);
  try {
    expect(await post(`https://localhost:${port}/`, { ca })).toMatchObject({ outcome: "delivered" });
  } finally {
    vi.unstubAllEnvs();
  }
  expect(connections).toBe(0);
});
