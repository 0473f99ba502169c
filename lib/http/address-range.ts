/** Parses addresses and ranges (`10.0.0.0/8`, `2001:db8::/32`). `::ffff:192.0.2.7` counts as IPv4. Also runs in the browser. */
import { quoteText } from "../messages/cut-text";

/** `bits` is the length of an address, `network` its first `prefix` bits as a number, `text` the canonical form. */
export type AddressRange = { text: string; bits: 32 | 128; network: bigint; prefix: number };

/** Throws an Error that says how to write an address or range. */
export function parseAddressRange(written: string): AddressRange {
  const [address = "", length, ...rest] = written.trim().split("/");
  const parsed = rest.length === 0 ? parseAddress(address) : null;
  if (parsed === null || (length !== undefined && !/^\d{1,3}$/.test(length))) throw new Error(notAnAddress(written));
  const { value, bits, foldedBits } = parsed;
  const prefix = length === undefined ? bits : Number(length) - foldedBits;
  if (prefix < 0 || prefix > bits) throw new Error(notAnAddress(written));
  const network = value >> BigInt(bits - prefix);
  const text = writeAddress(network << BigInt(bits - prefix), bits);
  if (network << BigInt(bits - prefix) !== value) {
    throw new Error(`"${written}" is in the middle of a range: write ${text}/${prefix}, or the address alone`);
  }
  return { text: prefix === bits ? text : `${text}/${prefix}`, bits, network, prefix };
}

/** Splits typed addresses. Only blank text means none: text with separators alone must not count as no limit. */
export function splitAddresses(typed: string): string[] {
  const written = typed.split(/[\s,;]+/).filter((text) => text !== "");
  return written.length === 0 && typed.trim() !== "" ? [typed.trim()] : written;
}

function notAnAddress(written: string): string {
  return `${quoteText(written)} is not an IP address or range. Use 192.0.2.7, 10.0.0.0/8 or 2001:db8::/32`;
}

/** Text that is not an address, such as "unknown", is in no range. */
export function isInRanges(address: string, ranges: readonly AddressRange[]): boolean {
  const parsed = parseAddress(address.split("%")[0] ?? "");
  if (parsed === null) return false;
  const { value, bits } = parsed;
  return ranges.some((range) => range.bits === bits && value >> BigInt(bits - range.prefix) === range.network);
}

export function coversRange(outer: AddressRange, inner: AddressRange): boolean {
  if (outer.bits !== inner.bits || outer.prefix > inner.prefix) return false;
  return inner.network >> BigInt(inner.prefix - outer.prefix) === outer.network;
}

/** `foldedBits` is the number of bits that were dropped with `::ffff:`. */
type ParsedAddress = { value: bigint; bits: 32 | 128; foldedBits: 0 | 96 };

const MAPPED = 0xffffn;

export function parseAddress(text: string): ParsedAddress | null {
  const plain = parseIpv4(text);
  if (plain !== null) return { value: plain, bits: 32, foldedBits: 0 };
  const value = parseIpv6(text);
  if (value === null) return null;
  if (value >> 32n === MAPPED) return { value: value & 0xffffffffn, bits: 32, foldedBits: 96 };
  return { value, bits: 128, foldedBits: 0 };
}

function parseIpv4(text: string): bigint | null {
  // Leading zeros are refused, because some programs read them as octal.
  if (!/^(?:(?:0|[1-9]\d{0,2})\.){3}(?:0|[1-9]\d{0,2})$/.test(text)) return null;
  const bytes = text.split(".").map(Number);
  return bytes.some((byte) => byte > 255) ? null : bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
}

function parseIpv6(text: string): bigint | null {
  if (!/^[0-9A-Fa-f:.]{2,45}$/.test(text) || !text.includes(":")) return null;
  let folded: string;
  try {
    // The platform's own parser writes dotted endings as groups and folds the longest run of zeros.
    folded = new URL(`http://[${text}]`).hostname.slice(1, -1);
  } catch {
    return null;
  }
  const [before = [], after = []] = folded.split("::").map((part) => (part === "" ? [] : part.split(":")));
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  return [...before, ...zeros, ...after].reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n);
}

export function writeAddress(value: bigint, bits: 32 | 128): string {
  if (bits === 32) return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 0xffn).join(".");
  const groups = Array.from({ length: 8 }, (_, index) => ((value >> BigInt(112 - index * 16)) & 0xffffn).toString(16));
  return new URL(`http://[${groups.join(":")}]`).hostname.slice(1, -1);
}
