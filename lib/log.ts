/**
 * The structured log: JSON lines on standard output. Callers pass fields by name; nothing here may ever be handed a
 * secret, a request body or a record's values.
 */
import pino, { type Logger } from "pino";
import { env } from "./env";

let logger: Logger | undefined;

export function log(): Logger {
  // Written asynchronously and without back-pressure on requests: a blocked sink loses lines, not answers.
  logger ??= pino(
    { level: env().LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 200, maxLength: 4 * 1024 * 1024 }),
  );
  return logger;
}
