/**
 * Runs each command in a process group of its own, so that everything it has started ends with it, and also if a signal ends this
 * process. Works on every system that Node supports except Windows.
 */
import { spawn } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";

/** Services need time to drain, and tests to drop their databases. */
const TIME_TO_END_MS = 10_000;
const SIGNALS = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);

/** The groups in which a process may run, by the PID of their first process. */
const groups = new Set();
let isEnding = false;

/**
 * Returns the command's process, and a promise of its exit code, which resolves once no process of the group runs any more.
 * @param {string} command
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} options
 */
export function startGroup(command, args, options) {
  const child = spawn(command, args, { ...options, detached: true });
  const { pid } = child;
  if (pid !== undefined) groups.add(pid);
  // Processes that the command leaves running would keep its pipes open.
  if (pid !== undefined) child.on("exit", () => endGroup(pid));
  /** @type {Promise<number>} */
  const exit = new Promise((resolve) => {
    child.on("error", (error) => {
      console.error(`${command} could not be started: ${error.message}`);
      resolve(1);
    });
    child.on("close", async (code) => {
      if (pid !== undefined) await endGroup(pid);
      // While a signal ends this process, it must not start the next command.
      if (!isEnding) resolve(code ?? 1);
    });
  });
  return { child, exit };
}

/**
 * From now on a signal ends all groups, then calls `cleanUp`, then ends this process.
 * @param {() => void | Promise<void>} cleanUp
 */
export function endGroupsOnSignal(cleanUp) {
  const end = async (/** @type {NodeJS.Signals} */ signal) => {
    if (isEnding) return;
    isEnding = true;
    console.error(`${signal}: stopping what was started …`);
    await Promise.all([...groups].map(endGroup));
    await cleanUp();
    for (const each of SIGNALS) process.off(each, end);
    process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.on(signal, end);
}

/** @param {number} pid */
async function endGroup(pid) {
  if (signalGroup(pid, "SIGTERM")) {
    const deadline = performance.now() + TIME_TO_END_MS;
    while (signalGroup(pid, 0) && performance.now() < deadline) await pause(50);
    signalGroup(pid, "SIGKILL");
  }
  groups.delete(pid);
}

/**
 * Returns whether a process of the group runs.
 * @param {number} pid
 * @param {NodeJS.Signals | 0} signal
 */
function signalGroup(pid, signal) {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}
