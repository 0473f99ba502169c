/** What went wrong, told by PostgreSQL's codes and the driver's words. */

/** serialization_failure, deadlock_detected: PostgreSQL undid what it was told, and asks to try again. */
const UNDONE = new Set(["40001", "40P01"]);
/** admin_shutdown, crash_shutdown, cannot_connect_now: the connection went away, not the question. */
const CONNECTION_LOST = new Set(["57P01", "57P02", "57P03", "08003", "08006", "ECONNRESET", "EPIPE"]);

export const UNIQUE_VIOLATION = "23505";
export const FOREIGN_KEY_VIOLATION = "23503";

/** PostgreSQL gave the statement up after its time, not for want of a connection or of a lock. */
export class StatementTimeout extends Error {}

/** The five characters of PostgreSQL's error code, or of the system's; empty where there is none. */
export function sqlState(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

/** PostgreSQL undid it, or was never told of it: it may be done again, whatever it was. */
export function isUndone(error: unknown): boolean {
  return UNDONE.has(sqlState(error)) || isNeverSent(error);
}

/** Whether it was done, nobody knows. */
export function isConnectionLost(error: unknown): boolean {
  if (CONNECTION_LOST.has(sqlState(error)) || isNeverSent(error)) return true;
  return error instanceof Error && error.message.startsWith("Connection terminated");
}

/** query_canceled. */
export function isCancelled(error: unknown): boolean {
  return sqlState(error) === "57014";
}

/** lock_not_available: others held it for as long as a statement waits. */
export function isLockTimeout(error: unknown): boolean {
  return sqlState(error) === "55P03";
}

/**
 * invalid_sql_statement_name: the statement right before it on its connection was the first to ask for the same text, and
 * failed before PostgreSQL could keep it. Of this one nothing was done.
 */
export function isNotPrepared(error: unknown): boolean {
  return sqlState(error) === "26000";
}

/** The driver has stopped waiting for the response, which may still come. */
export function isGivenUp(error: unknown): error is Error {
  return error instanceof Error && error.message === "Query read timeout";
}

/** The connection broke while it was being lent. */
function isNeverSent(error: unknown): boolean {
  return error instanceof Error && error.message.endsWith("is not queryable");
}

/** What comes of start-up options, and of statements by name, where connections are shared by transaction. */
export function isConfusedByPooler(error: unknown): boolean {
  if (["26000", "42P05"].includes(sqlState(error))) return true;
  return error instanceof Error && /unsupported startup parameter/i.test(error.message);
}
