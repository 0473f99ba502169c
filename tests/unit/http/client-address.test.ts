/** Which address counts, and which addresses count as one (contract § 3). */
import { describe, expect, it } from "vitest";
import { addressKey, clientAddress } from "@/lib/http/client-address";

describe("the client's address", () => {
  it.each<[name: string, hops: number, forwarded: string | null, address: string]>([
    ["the socket's without trusted proxies, whatever is claimed", 0, "1.1.1.1", "9.9.9.9"],
    ["the last entry with one proxy", 1, "6.6.6.6, 1.1.1.1", "1.1.1.1"],
    ["the last but one with two", 2, "6.6.6.6, 2.2.2.2, 1.1.1.1", "2.2.2.2"],
    ["without its port", 1, "1.1.1.1:4711", "1.1.1.1"],
    ["IPv6", 1, "2001:db8::1", "2001:db8::1"],
    ["IPv6 in brackets", 1, "[2001:db8::1]", "2001:db8::1"],
    ["IPv6 in brackets with a port", 1, "[2001:db8::1]:443", "2001:db8::1"],
    ["the socket's where there are fewer entries than proxies", 2, "1.1.1.1", "9.9.9.9"],
    ["the socket's where the entry is none", 1, "1.1.1.1, unknown", "9.9.9.9"],
    ["the socket's where the entry is hostile", 1, `${"(".repeat(50_000)}`, "9.9.9.9"],
    ["the socket's where there is no header", 1, null, "9.9.9.9"],
  ])("is %s", (_, hops, forwarded, address) => {
    expect(clientAddress("9.9.9.9", forwarded, hops)).toBe(address);
  });

  it("is unknown where the socket has none", () => {
    expect(clientAddress(null, "1.1.1.1", 0)).toBe("unknown");
  });
});

it.each([
  ["1.2.3.4", "1.2.3.4"],
  ["::ffff:1.2.3.4", "1.2.3.4"],
  ["::ffff:102:304", "1.2.3.4"],
  ["0:0:0:0:0:ffff:0102:0304", "1.2.3.4"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001:0DB8:0000:0000:0000:0000:0000:0001", "2001:db8:0:0::/64"],
  ["2001:db8::ffff:ffff:ffff:ffff", "2001:db8:0:0::/64"],
  ["2001:db8:0:1::1", "2001:db8:0:1::/64"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1.2.3.4", "0:0:0:0::/64"],
  ["64:ff9b::1.2.3.4", "64:ff9b:0:0::/64"],
  ["unknown", "unknown"],
  ["", "unknown"],
  ["01.2.3.4", "unknown"],
  ["1.2.3.4:80", "unknown"],
])("the key of the address %j is %s", (address, key) => {
  expect(addressKey(address)).toBe(key);
});
