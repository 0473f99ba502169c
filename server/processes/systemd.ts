/** Tells systemd that requests are handled (`Type=notify`). Node cannot write to its socket, so systemd's own program does. */
import { execFile } from "node:child_process";
import { log } from "../../lib/process/log";

export function tellSystemd(): void {
  if (process.env.NOTIFY_SOCKET === undefined) return;
  execFile("systemd-notify", ["--ready"], (error) => {
    if (error !== null) log().warn({ error: error.message }, "systemd could not be told that requests are handled");
  });
}
