/** Which IP addresses belong to the public internet. Anything else could be a machine of the operator, or this one. */
import { isIP } from "node:net";
import os from "node:os";
import ipaddr from "ipaddr.js";

/** Global unicast. What lies outside is reserved, translated to IPv4, or local. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");
/** A public address at which each machine of Azure finds the services of its host, credentials included. */
const AZURE_HOST = "168.63.129.16";

/** Takes canonical IPv4 and any IPv6. Everything else is not public, such as "127.1", and no address of this machine is. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address === AZURE_HOST || isOwnAddress(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_IPV6);
}

export function isLoopbackAddress(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.parse(address).range() === "loopback";
}

/** Firewalls in front of a machine do not see what it sends to its own public address. */
function isOwnAddress(address: string): boolean {
  const own = Object.values(os.networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return own.some((each) => each.address === address);
}
