/** The address of a client, for API and pages, and the key under which it is counted (contract § 3). */
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isIP, isIPv4 } from "node:net";
import { env, runsAsFunction } from "../process/env";
import { runtime } from "../process/runtime";
import { parseAddress, writeAddress } from "./address-range";

/** The peer or, behind `hops` proxies, the n-th `X-Forwarded-For` entry from the right: clients can forge those further left. */
export function clientAddress(peer: string | null, forwardedFor: string | null, hops: number): string {
  if (hops > 0 && forwardedFor !== null) {
    const entry = withoutPort(forwardedFor.split(",").at(-hops)?.trim() ?? "");
    if (isIP(entry) > 0) return entry;
  }
  // A dual-stack socket shows IPv4 addresses as `::ffff:…`.
  return peer?.replace(/^::ffff:(?=\d+\.)/i, "") ?? "unknown";
}

export function addressOf({ socket, headers }: IncomingMessage): string {
  const forwardedFor = headers["x-forwarded-for"]?.toString() ?? null;
  return clientAddress(socket.remoteAddress ?? null, forwardedFor, env().TRUSTED_PROXY_HOPS);
}

/** Next hides the socket from its pages and routes, so the address is passed in a header with a secret name. */
const addressHeader = runtime.part("header of the client's address", () => `x-address-${randomUUID()}`);

export function noteAddress(request: IncomingMessage, address: string): void {
  request.headers[addressHeader()] = address;
}

/** For requests that Next passes on. Vercel names the client in a header that no one else can write. */
export function notedAddress(received: Headers): string {
  if (runsAsFunction()) return received.get("x-vercel-forwarded-for")?.split(",")[0]?.trim() ?? "unknown";
  const forwardedFor = received.get("x-forwarded-for");
  return received.get(addressHeader()) ?? clientAddress(null, forwardedFor, env().TRUSTED_PROXY_HOPS);
}

/** One key for all spellings of an address, and for a whole IPv6 network of 64 bits, because one client has all of it. */
export function addressKey(address: string): string {
  const plain = address.split("%")[0] ?? "";
  if (isIPv4(plain)) return plain;
  const parsed = parseAddress(plain);
  if (parsed === null) return "unknown";
  const { value, bits } = parsed;
  if (bits === 32) return writeAddress(value, bits);
  return `${[112n, 96n, 80n, 64n].map((shift) => ((value >> shift) & 0xffffn).toString(16)).join(":")}::/64`;
}

/** `[2001:db8::1]:443` and `192.0.2.7:443` without brackets and port. */
function withoutPort(entry: string): string {
  return entry.replace(/^\[([^\]]+)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1$2");
}
