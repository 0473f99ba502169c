/** Which URLs the service sends to. This looks nothing up: `outbound-connection.ts` checks the addresses behind a name. */
import { isIP } from "node:net";
import os from "node:os";
import ipaddr from "ipaddr.js";
import { MAX_URL_LENGTH } from "../limits";
import { quoteText } from "../messages/cut-text";
import { parseUrl } from "./target";

/** "public": every address of its name must be public. "private": the operator has named it. "loopback": the same without TLS. */
export type TargetKind = "public" | "private" | "loopback";

const EXAMPLE = "https://hooks.example.com/records";
/** Names that no public DNS has. The addresses behind all others are checked at each connection. */
const LOCAL_NAME = /(?:^|\.)(?:localhost|localdomain|local|internal|home\.arpa)$/;

/**
 * Returns a URL's fault, a sentence that says what to do, or else how to reach the URL. `privateHosts` are the operator's (`host:port`).
 * `allowedHosts` are the organization's: names, or `*.example.com` for every name below it, with an optional port.
 */
export function checkTarget(
  text: string,
  allowedHosts: readonly string[] | null,
  privateHosts: readonly string[],
): { fault: string } | { fault: null; url: URL; kind: TargetKind } {
  const fault = faultOfForm(text);
  if (fault !== null) return { fault };
  const url = new URL(text);
  const kind = kindOf(url, privateHosts);
  const refusal = faultOfHost(url, kind);
  if (refusal !== null) return { fault: refusal };
  if (allowedHosts !== null && !allowedHosts.some((allowed) => isAllowedBy(url, allowed))) {
    return {
      fault: `The policy of the organization does not allow ${quoteText(url.host)}. Use a host that it names, or ask an administrator to add this one.`,
    };
  }
  return { fault: null, url, kind };
}

/** For logs and pages: without query, fragment and credentials. */
export function shownTarget(url: string): string {
  const parsed = parseUrl(url);
  return parsed === null ? "an invalid URL" : `${parsed.protocol}//${parsed.host}${parsed.pathname}`;
}

/** Checks the text as written, because the URL parser repairs what it can. */
function faultOfForm(text: string): string | null {
  if (text.length > MAX_URL_LENGTH) return `The URL has more than ${MAX_URL_LENGTH} characters. Use a shorter one.`;
  if (/[\s\\\p{Cc}]/u.test(text)) return "Remove spaces, backslashes and control characters from the URL.";
  const authority = /^https?:\/\/([^/?#]+)/i.exec(text)?.[1];
  const url = parseUrl(text);
  if (authority === undefined || url === null) return `This is not a complete https URL, such as ${EXAMPLE}.`;
  if (authority.includes("@")) return "Remove the user name and password from the URL. Deliveries are signed instead.";
  if (url.port === "0") return "No server listens on port 0. Use the port of the receiver.";
  return null;
}

function kindOf(url: URL, privateHosts: readonly string[]): TargetKind {
  if (!privateHosts.includes(hostWithPort(url))) return "public";
  return isLoopback(url) && url.protocol !== "https:" ? "loopback" : "private";
}

/** Always has the port, like the hosts that the operator names. */
function hostWithPort({ protocol, hostname, port }: URL): string {
  return `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === "localhost" || isLoopbackAddress(withoutBrackets(hostname));
}

function faultOfHost(url: URL, kind: TargetKind): string | null {
  const { protocol, hostname } = url;
  if (protocol !== "https:" && kind !== "loopback") {
    const advice = "Use https: a delivery can contain records.";
    if (!isLoopback(url)) return advice;
    return `${advice} For a receiver on this machine, ask the operator of the service to allow ${hostWithPort(url)}.`;
  }
  if (kind !== "public") return null;
  const address = withoutBrackets(hostname);
  if (isIP(address) !== 0 ? isPublicAddress(address) : isPublicName(hostname)) return null;
  if (hostname.endsWith(".")) return "Remove the dot at the end of the host.";
  return `${quoteText(hostname)} is not on the public internet. Use a public host, or ask the operator of the service to allow this one.`;
}

/** Names without a dot are local, and names that end in a dot can be. */
function isPublicName(name: string): boolean {
  return /^[^.]+(?:\.[^.]+)+$/.test(name) && !LOCAL_NAME.test(name);
}

function isAllowedBy(url: URL, allowed: string): boolean {
  const [, wildcard, rest = ""] = /^(\*\.)?(.*)$/.exec(allowed.trim()) ?? [];
  const named = parseUrl(`https://${rest}`);
  if (named === null || (named.port !== "" && named.port !== (url.port || "443"))) return false;
  return wildcard === undefined ? url.hostname === named.hostname : url.hostname.endsWith(`.${named.hostname}`);
}

export function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}

/** Global unicast. What lies outside is reserved, translated to IPv4, or local. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");
/** A public address at which each machine of Azure finds the services of its host, credentials included. */
const AZURE_HOST = "168.63.129.16";

/** Takes canonical IPv4 and any IPv6. Anything else, such as "127.1", is not public, nor is any address of this machine. */
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
