/** The socket that systemd passes (`sd_listen_fds`). While supervisors change, new connections wait in it; none is refused. */
import cluster from "node:cluster";

/** The file descriptor under which systemd passes the socket. Workers use the same number. */
const DESCRIPTOR = 3;
/** Set for the workers of a supervisor that was passed a socket. */
const SUPERVISOR_HAS_IT = "SUPERVISOR_HAS_HELD_SOCKET";

export const OF_HELD_SOCKET = { [SUPERVISOR_HAS_IT]: "1" };

/** The socket's file descriptor; null if the service opens its own. Throws if there are several sockets. */
export function heldSocket(): number | null {
  const { LISTEN_PID, LISTEN_FDS, [SUPERVISOR_HAS_IT]: handedOn } = process.env;
  if (cluster.isWorker) return handedOn === "1" ? DESCRIPTOR : null;
  if (LISTEN_PID !== String(process.pid)) return null;
  if (LISTEN_FDS !== "1") throw new Error(`systemd holds ${LISTEN_FDS} sockets for the service, which takes one.`);
  return DESCRIPTOR;
}
