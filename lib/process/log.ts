/** The structured log: JSON lines on standard output. Never log a secret, a body or a record's values. */
import { hostname } from "node:os";
import pino, { type Logger } from "pino";
import { env, runsAsFunction } from "./env";
import { VERSION } from "./version";

// Asynchronous and without back-pressure: if the output is blocked, lines are lost and requests continue.
const IN_PARTS = { sync: false, minLength: 12 * 1024, periodicFlush: 200, maxLength: 4 * 1024 * 1024 };
/** A function is frozen once its response is sent, perhaps for good. */
const AT_ONCE = { sync: true };

let logger: Logger | undefined;

export function log(): Logger {
  logger ??= pino(
    {
      level: env().LOG_LEVEL,
      base: { host: hostname(), pid: process.pid, version: VERSION },
      formatters: { level: (level) => ({ level }) },
      timestamp,
    },
    openDestination(),
  );
  return logger;
}

function openDestination() {
  const destination = pino.destination({ dest: 1, ...(runsAsFunction() ? AT_ONCE : IN_PARTS) });
  let isFailing = false;
  // Without a listener, a full disk would end the process. Unwritten lines are retried with the next ones.
  destination.on("error", () => (isFailing = true));
  destination.on("write", () => (isFailing = false));
  // At the end of a process, flushing would retry until it succeeds. If writing already fails, the lines are given up.
  const flushSync = destination.flushSync.bind(destination);
  destination.flushSync = () => {
    if (!isFailing) flushSync();
  };
  return destination;
}

let second = Number.NaN;
let dateAndTime = "";

/** The `time` property of a line, in ISO 8601. Cached, because most lines fall in the same second as the one before. */
export function timestamp(): string {
  const now = Date.now();
  const fraction = now % 1000;
  if (now - fraction !== second) {
    second = now - fraction;
    dateAndTime = new Date(second).toISOString().slice(0, -"000Z".length);
  }
  return `,"time":"${dateAndTime}${String(fraction).padStart(3, "0")}Z"`;
}

/** The stack and its causes, but not the error's other fields: drivers put values of records there. */
export function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? "" : `\ncaused by: ${describeFault(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
