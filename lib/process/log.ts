/**
 * The structured log: JSON lines on standard output. Callers pass fields by name; nothing here can ever be handed a
 * secret, a request body or a record's values.
 */
import { hostname } from "node:os";
import pino, { type Logger } from "pino";
import { env, runsAsFunction } from "./env";
import { VERSION } from "./version";

// Written asynchronously and without back-pressure on requests: a blocked sink loses lines, not answers.
const IN_PARTS = { sync: false, minLength: 4096, periodicFlush: 200, maxLength: 4 * 1024 * 1024 };
/** A function is frozen once its response has left, and what it still holds may never be written. */
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
  // Unheard, the error of a full disk would end the process. What could not be written is tried again with the next lines.
  destination.on("error", () => {
    isFailing = true;
  });
  destination.on("write", () => {
    isFailing = false;
  });
  // At the end of a process it is tried until it succeeds: there, the lines are lost.
  const flushSync = destination.flushSync.bind(destination);
  destination.flushSync = () => {
    if (!isFailing) flushSync();
  };
  return destination;
}

let second = Number.NaN;
let dateAndTime = "";

/** The member of a line that says when, in ISO 8601. Most lines share their second with the line before, and need only its fraction. */
export function timestamp(): string {
  const now = Date.now();
  const fraction = now % 1000;
  if (now - fraction !== second) {
    second = now - fraction;
    dateAndTime = new Date(second).toISOString().slice(0, -"000Z".length);
  }
  return `,"time":"${dateAndTime}${String(fraction).padStart(3, "0")}Z"`;
}

/** The stack and its causes; not the error object, whose driver fields can hold values of records. */
export function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? "" : `\ncaused by: ${describeFault(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
