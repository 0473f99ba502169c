/**
 * The agents of outbound requests. A connection is kept for a few seconds for the next request to the same host and port: a TLS
 * handshake takes a third of the time of a delivery. Address and certificate are checked whenever a connection is opened.
 */
import http from "node:http";
import https from "node:https";
import type { Duplex } from "node:stream";
import { RequestFilteringHttpsAgent } from "request-filtering-agent";
import type { TargetKind } from "./outbound-target";

/** Shorter than most servers keep an idle connection, so that it is rarely closed while a request is sent. */
const IDLE_MS = 4_000;
/** However busy a connection is: after this long, what the name means and who has the certificate are asked again. */
const MAX_AGE_MS = 30_000;
const IDLE_OF_HOST = 10;
const IDLE_IN_ALL = 50;

/**
 * No TLS session is kept. NODE_OPTIONS and the variables of Node that turn off the verification of certificates have no effect on
 * these.
 */
const CHECKED = { maxCachedSessions: 0, rejectUnauthorized: true };
const KEPT = { keepAlive: true, timeout: IDLE_MS, maxFreeSockets: IDLE_OF_HOST };
const SEPARATE = { keepAlive: false };

type Agents = Record<TargetKind, http.Agent>;

/** A connection that is kept for a private host is never one for a public host: each kind has an agent of its own. */
const keeping: Agents = {
  public: boundAge(new RequestFilteringHttpsAgent({ ...CHECKED, ...KEPT })),
  private: boundAge(new https.Agent({ ...CHECKED, ...KEPT })),
  loopback: boundAge(new http.Agent(KEPT)),
};
const separate: Agents = {
  public: new RequestFilteringHttpsAgent({ ...CHECKED, ...SEPARATE }),
  private: new https.Agent({ ...CHECKED, ...SEPARATE }),
  loopback: new http.Agent(SEPARATE),
};

/** `isNew` opens a connection, and keeps none. */
export function agentOf(kind: TargetKind, isNew: boolean): http.Agent {
  return (isNew ? separate : keeping)[kind];
}

const opened = new WeakMap<Duplex, number>();

function boundAge<Agent extends http.Agent>(agent: Agent): Agent {
  const keep = agent.keepSocketAlive.bind(agent);
  agent.keepSocketAlive = (socket) => {
    const idle = Object.values(agent.freeSockets).reduce((sum, { length = 0 } = []) => sum + length, 0);
    if (idle >= IDLE_IN_ALL || Date.now() - openedAt(socket) > MAX_AGE_MS) return false;
    // Node returns whether it keeps the socket; its types say nothing.
    return keep(socket);
  };
  return agent;
}

/** From its first release on. */
function openedAt(socket: Duplex): number {
  const at = opened.get(socket) ?? Date.now();
  opened.set(socket, at);
  return at;
}
