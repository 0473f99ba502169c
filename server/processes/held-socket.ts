/**
 * The socket that systemd holds for the service, and hands to whoever it starts (`sd_listen_fds`): while one supervisor takes the
 * place of another, new connections wait in it, and none is refused.
 */
import cluster from "node:cluster";

/** Where systemd puts it, in the process that it started. A worker gets it from there by this number, too. */
const DESCRIPTOR = 3;
/** Set for the workers of a supervisor that was handed one. */
const SUPERVISOR_HAS_IT = "SUPERVISOR_HAS_HELD_SOCKET";

export const OF_HELD_SOCKET = { [SUPERVISOR_HAS_IT]: "1" };

/** Its file descriptor; null where the service listens on its own. Throws where there are several. */
export function heldSocket(): number | null {
  const { LISTEN_PID, LISTEN_FDS, [SUPERVISOR_HAS_IT]: handedOn } = process.env;
  if (cluster.isWorker) return handedOn === "1" ? DESCRIPTOR : null;
  if (LISTEN_PID !== String(process.pid)) return null;
  if (LISTEN_FDS !== "1") throw new Error(`systemd holds ${LISTEN_FDS} sockets for the service, which takes one.`);
  return DESCRIPTOR;
}
