/** Ranges of addresses: one spelling for each, and the same address in every clothes is in them or not. */
import { describe, expect, it } from "vitest";
import { coversRange, isInRanges, parseAddressRange } from "@/lib/http/address-range";

describe("a range", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["10.0.0.0/8", "10.0.0.0/8"],
    [" 10.0.0.0/8 ", "10.0.0.0/8"],
    ["0.0.0.0/0", "0.0.0.0/0"],
    ["2001:DB8:0:0::/32", "2001:db8::/32"],
    ["2001:db8::1", "2001:db8::1"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["::ffff:10.0.0.0/104", "10.0.0.0/8"],
  ])("%s is written %s", (written, text) => {
    expect(parseAddressRange(written).text).toBe(text);
  });

  it.each([
    "",
    "10.0.0",
    "10.0.0.256",
    "010.0.0.1",
    "10.0.0.0/33",
    "10.0.0.0/-1",
    "2001:db8::/129",
    "::ffff:10.0.0.0/90",
    "example.test",
    "fe80::1%eth0",
    "[::1]",
    "1.2.3.4:80",
  ])("is not %j", (written) => {
    expect(() => parseAddressRange(written)).toThrow("is not an IP address or range");
  });

  it("that begins in the middle is not silently rounded", () => {
    expect(() => parseAddressRange("10.1.2.3/8")).toThrow("write 10.0.0.0/8, or the address alone");
  });
});

const ranges = ["10.0.0.0/8", "192.0.2.7", "2001:db8::/32"].map(parseAddressRange);

it.each([
  ["10.0.0.0", true],
  ["10.255.255.255", true],
  ["11.0.0.0", false],
  ["192.0.2.7", true],
  ["192.0.2.8", false],
  ["::ffff:10.1.2.3", true],
  ["::FFFF:0a01:0203", true],
  ["::10.1.2.3", false],
  ["2001:db8:ffff::1", true],
  ["2001:db9::1", false],
  ["2001:db8::1%eth0", true],
  ["unknown", false],
  ["", false],
])("whether %j is in one of the ranges: %s", (address, expected) => {
  expect(isInRanges(address, ranges)).toBe(expected);
});

it.each([
  ["10.0.0.0/8", "10.1.0.0/16", true],
  ["10.0.0.0/8", "10.0.0.0/8", true],
  ["10.1.0.0/16", "10.0.0.0/8", false],
  ["10.0.0.0/8", "11.0.0.0/16", false],
  ["0.0.0.0/0", "::/0", false],
  ["::/0", "2001:db8::1", true],
])("%s covers %s: %s", (outer, inner, expected) => {
  expect(coversRange(parseAddressRange(outer), parseAddressRange(inner))).toBe(expected);
});
