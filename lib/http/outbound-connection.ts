/** Connects an outbound request to addresses that were checked when they were looked up. */
import type { LookupAddress } from "node:dns";
import { lookup, Resolver } from "node:dns/promises";
import http from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import type { Duplex } from "node:stream";
import tls from "node:tls";
import { RequestFilteringHttpsAgent } from "request-filtering-agent";
import { isLoopbackAddress, isPublicAddress, type TargetKind } from "./outbound-target";

type Resolve = (host: string) => Promise<LookupAddress[]>;

/** A failure whose cause is known here, and cannot be seen from the error of a socket. */
export class ConnectionFault extends Error {
  constructor(
    readonly outcome: "blocked" | "dns",
    message: string,
  ) {
    super(message);
  }
}

let usualAuthorities: tls.SecureContext | undefined;

/** `ca` is an authority instead of the usual ones, which are read once for all connections. */
function trust(ca: string | undefined): { ca: string } | { secureContext: tls.SecureContext } {
  if (ca !== undefined) return { ca };
  usualAuthorities ??= tls.createSecureContext();
  return { secureContext: usualAuthorities };
}

const LOOKUP_TRY_MS = 1_500;
const LOOKUP_TRIES = 3;
/** A name with more is refused, because every address is checked. */
const MAX_LISTED_ADDRESSES = 64;
/** If a name has more addresses, only this many are tried. */
const MAX_ADDRESSES = 4;
/** The wait before the next address is tried. Node's default would give up on distant hosts. */
const NEXT_ADDRESS_MS = 1_000;

/** Uses DNS: a slow name server would block the system's lookup threads, which files and passwords need. Ignores /etc/hosts. */
export async function resolvePublic(host: string): Promise<LookupAddress[]> {
  const resolver = new Resolver({ timeout: LOOKUP_TRY_MS, tries: LOOKUP_TRIES });
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  if (ipv4.status === "rejected" && ipv6.status === "rejected") throw ipv4.reason;
  return [
    ...(ipv4.status === "fulfilled" ? ipv4.value : []).map((address) => ({ address, family: 4 })),
    ...(ipv6.status === "fulfilled" ? ipv6.value : []).map((address) => ({ address, family: 6 })),
  ];
}

const resolveBySystem: Resolve = (host) => lookup(host, { all: true });

/** Connects to one of the addresses that were checked. A second lookup could return others. */
function checkedLookup(resolve: Resolve, isAllowed: (address: string) => boolean): LookupFunction {
  return (host, options, callback) => {
    const fail = (outcome: "blocked" | "dns", message: string) =>
      callback(new ConnectionFault(outcome, message), "", 0);
    const useAddresses = (addresses: LookupAddress[]) => {
      const [first] = addresses;
      if (first === undefined) fail("dns", "The name has no address.");
      else if (addresses.length > MAX_LISTED_ADDRESSES) fail("dns", "The name has too many addresses.");
      else if (!addresses.every(({ address }) => isAllowed(address))) fail("blocked", "An address is not allowed.");
      else if (options.all) callback(null, addresses.slice(0, MAX_ADDRESSES));
      else callback(null, first.address, first.family);
    };
    resolve(host).then(useAddresses, (error: Error) => fail("dns", error.message));
  };
}

/** The options of `https.request`, or of `http.request` for "loopback". `isNew` opens a connection, and keeps none. */
export function connectionOptions(
  kind: TargetKind,
  { resolve, ca, isNew }: { resolve: Resolve; ca: string | undefined; isNew: boolean },
): https.RequestOptions {
  const shared = { autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS, agent: (isNew ? separate : keeping)[kind] };
  if (kind === "loopback") return { ...shared, lookup: checkedLookup(resolveBySystem, isLoopbackAddress) };
  const secure = { ...shared, ...trust(ca) };
  if (kind === "private") return { ...secure, lookup: checkedLookup(resolveBySystem, () => true) };
  return { ...secure, lookup: checkedLookup(resolve, isPublicAddress) };
}

/** Shorter than most servers keep an idle connection, so that it is rarely closed while a request is sent. */
const IDLE_MS = 4_000;
/** Even a busy connection ends after this time, so that address and certificate are checked again. */
const MAX_AGE_MS = 30_000;
const IDLE_OF_HOST = 10;
const IDLE_IN_ALL = 50;

/** Keeps no TLS session. NODE_OPTIONS and Node's variables cannot turn off the verification of certificates here. */
const CHECKED = { maxCachedSessions: 0, rejectUnauthorized: true };
const KEPT = { keepAlive: true, timeout: IDLE_MS, maxFreeSockets: IDLE_OF_HOST };

type Agents = Record<TargetKind, http.Agent>;

/** Each kind has an agent of its own, so a connection that is kept for a private host never serves a public one. */
function openAgents(options: http.AgentOptions): Agents {
  const secure = { ...CHECKED, ...options };
  return {
    public: new RequestFilteringHttpsAgent(secure),
    private: new https.Agent(secure),
    loopback: new http.Agent(options),
  };
}

const keeping = openAgents(KEPT);
const separate = openAgents({ keepAlive: false });
for (const agent of Object.values(keeping)) boundAge(agent);

/** From the first release of each connection on. */
const opened = new WeakMap<Duplex, number>();

function boundAge(agent: http.Agent): void {
  const keep = agent.keepSocketAlive.bind(agent);
  agent.keepSocketAlive = (socket) => {
    const now = Date.now();
    const at = opened.get(socket) ?? now;
    opened.set(socket, at);
    const idle = Object.values(agent.freeSockets).reduce((sum, { length = 0 } = []) => sum + length, 0);
    if (idle >= IDLE_IN_ALL || now - at > MAX_AGE_MS) return false;
    // Node returns whether it keeps the socket; its types say nothing.
    return keep(socket);
  };
}
