import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { networkInterfaces } from "node:os";
import { expect, it } from "vitest";
import { forwardFromIpv6, originsAt } from "../../../scripts/demo/addresses";

const lan = { address: "192.168.1.5", family: "IPv4", internal: false };
const other = { address: "fe80::1", family: "IPv6", internal: false };
const loopback = { address: "127.0.0.1", family: "IPv4", internal: true };
const INTERFACES = { lo: [loopback], eth0: [lan, other] } as unknown as ReturnType<typeof networkInterfaces>;

it.each([
  [undefined, "http://localhost:3000", ""],
  ["127.0.0.1", "http://localhost:3000", ""],
  ["0.0.0.0", "http://localhost:3000", "http://192.168.1.5:3000"],
  ["::", "http://localhost:3000", "http://192.168.1.5:3000"],
  ["192.168.1.5", "http://192.168.1.5:3000", ""],
  ["::1", "http://[::1]:3000", ""],
])("with HOST=%s, people can sign in at every address at which the demo listens", (host, url, others) => {
  expect(originsAt(host, 3000, INTERFACES)).toEqual({ APP_URL: url, APP_ORIGINS: others });
});

const HAS_IPV6 = Object.values(networkInterfaces()).some((each) => each?.some(({ address }) => address === "::1"));

it.runIf(HAS_IPV6)("a server on 127.0.0.1 is reached at ::1 as well", async () => {
  const server = createServer((request, response) => request.pipe(response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const forwarding = forwardFromIpv6(port);
  await once(forwarding, "listening");
  const answer = await fetch(`http://[::1]:${port}`, { method: "POST", body: "both ways" });
  expect([answer.status, await answer.text()]).toEqual([200, "both ways"]);
  forwarding.close();
  server.close();
  server.closeAllConnections();
});
