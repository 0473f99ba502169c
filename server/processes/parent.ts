/**
 * Notices that the npm which started this process is gone. npm hands SIGTERM and SIGINT on, but killed by anything else it
 * would leave the server behind, with the port in use.
 */

const POLL_MS = 500;

/** Read when this module loads: npm may be gone before anybody asks. */
const parent = process.ppid;

/** Calls back once. Does nothing outside of npm, where a server may well outlive the shell that started it. */
export function onParentExit(callback: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, POLL_MS);
  timer.unref();
}
