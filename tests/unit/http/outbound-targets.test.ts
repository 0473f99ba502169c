/** No URL leads to an address that is not public: neither as it is written, nor by what its name resolves to. */
import type { LookupAddress } from "node:dns";
import { Resolver } from "node:dns/promises";
import https from "node:https";
import { type AddressInfo, createServer, isIPv6 } from "node:net";
import os from "node:os";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type OutboundOptions, postOutbound } from "@/lib/http/outbound";
import { connectionOptions, resolvePublic } from "@/lib/http/outbound-connection";
import { checkTarget, shownTarget } from "@/lib/http/outbound-target";
import { HOSTILE_HOSTS, HOSTILE_RECORDS, PRIVATE_IPV6 } from "../../support/hostile-addresses";

const faultOfTarget = (url: string, allowedHosts: string[] | null) => checkTarget(url, allowedHosts, []).fault;

let connections = 0;
/** On every address of this machine, IPv4 and IPv6. */
const listener = createServer((socket) => {
  connections += 1;
  socket.destroy();
});
await new Promise<void>((resolve) => listener.listen({ host: "::", port: 0, ipv6Only: false }, resolve));
const { port } = listener.address() as AddressInfo;
afterAll(() => {
  vi.restoreAllMocks();
  listener.close();
});
beforeEach(() => {
  vi.restoreAllMocks();
  connections = 0;
});

const toLoopback: OutboundOptions["resolve"] = async () => [{ address: "127.0.0.1", family: 4 }];

async function outcomeOf(url: string, options: Partial<OutboundOptions> = {}): Promise<string> {
  const post = { url, headers: {}, body: "{}", allowedHosts: null, signal: new AbortController().signal };
  const own = { privateHosts: [], resolve: toLoopback, connectMs: 500 };
  return (await postOutbound(post, { ...own, ...options })).outcome;
}

const recordOf = (address: string): LookupAddress => ({ address, family: isIPv6(address) ? 6 : 4 });

it.each(["127.0.0.1", "127.1.2.3", "[::1]"])("the listener of this test counts connections to %s", async (host) => {
  expect(await outcomeOf(`https://${host}:${port}/`, { privateHosts: [`${host}:${port}`] })).toBe("refused");
  expect(connections).toBe(1);
});

describe("a hostile URL", () => {
  it("is refused at creation and blocked at an attempt, without a connection", async () => {
    expect(HOSTILE_HOSTS.length).toBeGreaterThan(700);
    const urls = HOSTILE_HOSTS.map((host) => `https://${host}:${port}/hook?a=b`);
    expect(urls.filter((url) => faultOfTarget(url, null) === null)).toEqual([]);
    const outcomes = await Promise.all(urls.map((url) => outcomeOf(url)));
    expect(urls.filter((_, index) => outcomes[index] !== "blocked")).toEqual([]);
    expect(connections).toBe(0);
  });

  it("is also stopped by the agent, if the URL was not checked", async () => {
    const literal = [
      "127.0.0.1",
      "0.0.0.0",
      "169.254.169.254",
      "10.0.0.1",
      "::1",
      "::ffff:127.0.0.1",
      "64:ff9b::7f00:1",
    ];
    // By their numbers these are unicast: the URL alone is checked for them.
    const unassigned = ["::2", "1::1", "200::1", "4000::1", "100:0:0:1::1"];
    const hosts = [...literal, ...PRIVATE_IPV6.filter((address) => !unassigned.includes(address))];
    const messages = await Promise.all(
      hosts.map(
        (host) =>
          new Promise<string>((resolve) => {
            const request = https.request({
              ...connectionOptions("public", { resolve: toLoopback, ca: undefined, isNew: false }),
              host,
              port,
            });
            request.on("error", (error) => resolve(error.message)).end();
          }),
      ),
    );
    expect(messages.filter((message) => !message.includes("is not allowed"))).toEqual([]);
    expect(connections).toBe(0);
  });
});

describe("a public name", () => {
  const url = `https://hooks.example.com:${port}/`;

  it("is blocked if it resolves to any address that is not public", async () => {
    expect(faultOfTarget(url, null)).toBeNull();
    const outcomes = await Promise.all(
      HOSTILE_RECORDS.map((address) => outcomeOf(url, { resolve: async () => [recordOf(address)] })),
    );
    expect(HOSTILE_RECORDS.filter((_, index) => outcomes[index] !== "blocked")).toEqual([]);
    expect(connections).toBe(0);
  });

  it.each([
    ["first", ["127.0.0.1", "8.8.8.8"]],
    ["last", ["8.8.8.8", "2606:4700::1", "9.9.9.9", "1.1.1.1", "::1"]],
  ])("is blocked if only the %s of its addresses is private", async (_, addresses) => {
    expect(await outcomeOf(url, { resolve: async () => addresses.map(recordOf) })).toBe("blocked");
    expect(connections).toBe(0);
  });

  it("is looked up once for each attempt, so a second look-up cannot lead elsewhere", async () => {
    let lookups = 0;
    const rebinding = async () => {
      lookups += 1;
      return [recordOf(lookups === 1 ? "240.0.0.1" : "127.0.0.1")];
    };
    expect(await outcomeOf(url, { resolve: rebinding })).toBe("blocked");
    expect(lookups).toBe(1);
    expect(await outcomeOf(url, { resolve: rebinding })).toBe("blocked");
    expect([lookups, connections]).toEqual([2, 0]);
  });

  it("is connected to at the addresses that were checked, four at most", async () => {
    const addresses = ["8.8.8.8", "9.9.9.9", "1.1.1.1", "2606:4700::1", "8.8.4.4"].map(recordOf);
    const { lookup } = connectionOptions("public", { resolve: async () => addresses, ca: undefined, isNew: false });
    const given = (all: boolean) =>
      new Promise((resolve) => lookup?.("hooks.example.com", { all }, (...result) => resolve(result)));
    expect(await given(true)).toEqual([null, addresses.slice(0, 4)]);
    expect(await given(false)).toEqual([null, "8.8.8.8", 4]);
  });
});

it("the public address of this machine is not reached: a firewall in front of the machine would not see it", async () => {
  const own = { address: "8.8.8.8", family: "IPv4" } as os.NetworkInterfaceInfo;
  vi.spyOn(os, "networkInterfaces").mockReturnValue({ eth0: [own] });
  const resolve = async () => [recordOf("8.8.8.8")];
  expect(faultOfTarget("https://8.8.8.8/", null)).toContain("is not on the public internet");
  expect(await outcomeOf("https://hooks.example.com/", { resolve })).toBe("blocked");
});

describe("a look-up", () => {
  const noData = Object.assign(new Error("queryAaaa ENODATA"), { code: "ENODATA" });

  it("takes what there is of IPv4 and IPv6, and fails without either", async () => {
    const ipv4 = vi.spyOn(Resolver.prototype, "resolve4").mockResolvedValue(["8.8.8.8"] as never);
    const ipv6 = vi.spyOn(Resolver.prototype, "resolve6").mockRejectedValue(noData);
    expect(await resolvePublic("hooks.example.com")).toEqual([recordOf("8.8.8.8")]);
    ipv4.mockRejectedValue(noData);
    await expect(resolvePublic("hooks.example.com")).rejects.toThrow("ENODATA");
    ipv6.mockResolvedValue(["2606:4700::1"] as never);
    expect(await resolvePublic("hooks.example.com")).toEqual([recordOf("2606:4700::1")]);
  });

  it("for plain http must lead to this machine", async () => {
    const { lookup } = connectionOptions("loopback", { resolve: toLoopback, ca: undefined, isNew: false });
    const errorOf = (host: string) =>
      new Promise((resolve) => lookup?.(host, { all: true }, (error) => resolve(error?.message ?? null)));
    expect(await errorOf("127.0.0.1")).toBeNull();
    expect(await errorOf("8.8.8.8")).toBe("An address is not allowed.");
  });
});

describe("the form of a URL", () => {
  const INCOMPLETE = "This is not a complete https URL, such as https://hooks.example.com/records.";
  const STRAY = "Remove spaces, backslashes and control characters from the URL.";

  it.each([
    ["http://hooks.example.com/", "Use https: a delivery can contain records."],
    [
      "http://localhost:9000/cities",
      "Use https: a delivery can contain records. For a receiver on this machine, ask the operator of the service to allow localhost:9000.",
    ],
    ["ftp://hooks.example.com/", INCOMPLETE],
    ["hooks.example.com", INCOMPLETE],
    ["https://hooks.example.com:99999/", INCOMPLETE],
    [
      "https://a:b@hooks.example.com/",
      "Remove the user name and password from the URL. Deliveries are signed instead.",
    ],
    [" https://hooks.example.com/", STRAY],
    ["https://hooks.example.com\\@localhost/", STRAY],
    ["https://hooks.example.com/\r\nx: y", STRAY],
    ["https://hooks.example.com:0/", "No server listens on port 0. Use the port of the receiver."],
    ["https://hooks.example.com./", "Remove the dot at the end of the host."],
    [`https://hooks.example.com/${"a".repeat(2_048)}`, "The URL has more than 2048 characters. Use a shorter one."],
    [
      "https://10.0.0.1/",
      '"10.0.0.1" is not on the public internet. Use a public host, or ask the operator of the service to allow this one.',
    ],
  ])("is refused with what to do: %s", (url, message) => {
    expect(faultOfTarget(url, null)).toBe(message);
  });

  it.each([
    "https://hooks.example.com",
    "HTTPS://HOOKS.EXAMPLE.COM:8443/a?b=c#d",
    "https://bücher.example/",
    "https://[2606:4700:4700::1111]/",
    "https://localhost.example.com/",
  ])("is taken: %s", (url) => {
    expect(faultOfTarget(url, null)).toBeNull();
  });
});

// A fault of a function that came with being optimized.
it("a URL with letters of Latin 1 is still taken after many others", () => {
  const urls = Array.from({ length: 20_000 }, (_, index) => JSON.parse(`"https://ü.example/ß${index}"`) as string);
  expect(urls.filter((url) => faultOfTarget(url, ["ü.example"]) !== null)).toEqual([]);
});

describe("the hosts that an organization allows", () => {
  const allowed = ["hooks.example.com", "*.receivers.example", "Bücher.example", "ports.example:8443", "not a host"];

  it.each([
    ["https://hooks.example.com/a", true],
    ["https://a.hooks.example.com/", false],
    ["https://a.b.receivers.example/", true],
    ["https://receivers.example/", false],
    ["https://evilreceivers.example/", false],
    ["https://xn--bcher-kva.example/", true],
    ["https://ports.example:8443/", true],
    ["https://hooks.example.com.evil.example/", false],
  ])("%s: %s", async (url, isAllowed) => {
    expect(faultOfTarget(url, allowed) === null).toBe(isAllowed);
    const post = { url, headers: {}, body: "", allowedHosts: allowed, signal: AbortSignal.abort() };
    expect((await postOutbound(post)).outcome).toBe(isAllowed ? "timeout" : "blocked");
  });

  it("are none if the list is empty", () => {
    expect(faultOfTarget("https://hooks.example.com/", [])).toBe(
      'The policy of the organization does not allow "hooks.example.com". Use a host that it names, or ask an administrator to add this one.',
    );
  });
});

const named = [
  "receiver:8443",
  "10.0.0.1:443",
  "localhost:9000",
  "[::1]:9000",
  "127.0.0.1:80",
  "private.example.com:80",
];
const kindOf = (url: string) => {
  const target = checkTarget(url, null, named);
  return target.fault === null ? target.kind : "refused";
};

it.each([
  ["https://receiver:8443/", "private"],
  ["https://receiver/", "refused"],
  ["https://10.0.0.1/", "private"],
  ["https://0xa.1/", "private"],
  ["https://10.0.0.1:8443/", "refused"],
  ["http://localhost:9000/", "loopback"],
  ["http://[::1]:9000/", "loopback"],
  ["http://127.0.0.1/", "loopback"],
  ["http://localhost:9001/", "refused"],
  ["http://private.example.com/", "refused"],
])("the hosts that the operator names make %s %s", (url, kind) => {
  expect(kindOf(url)).toBe(kind);
});

it.each([
  ["https://user:word@hooks.example.com:8443/a/b?token=secret#part", "https://hooks.example.com:8443/a/b"],
  ["nothing?token=secret", "an invalid URL"],
])("a URL in a log has no secrets: %s", (url, shown) => {
  expect(shownTarget(url)).toBe(shown);
});
