/** Kinds of failures, by PostgreSQL's codes and the driver's messages. */

/** serialization_failure, deadlock_detected: rolled back by PostgreSQL, to be tried again. */
const UNDONE = new Set(["40001", "40P01"]);
/** admin_shutdown, crash_shutdown, cannot_connect_now: the connection is lost, the statement is not at fault. */
const CONNECTION_LOST = new Set(["57P01", "57P02", "57P03", "08003", "08006", "ECONNRESET", "EPIPE"]);

export const UNIQUE_VIOLATION = "23505";
export const FOREIGN_KEY_VIOLATION = "23503";

/** The statement itself ran too long; it did not wait for a connection or a lock. */
export class StatementTimeout extends Error {}

/** PostgreSQL's error code of five characters, or the system's; empty for none. */
export function sqlState(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

/** Rolled back, or never sent: it can be done again. */
export function isUndone(error: unknown): boolean {
  return UNDONE.has(sqlState(error)) || isNeverSent(error);
}

/** It may have been done or not. */
export function isConnectionLost(error: unknown): boolean {
  if (CONNECTION_LOST.has(sqlState(error)) || isNeverSent(error)) return true;
  return error instanceof Error && error.message.startsWith("Connection terminated");
}

/** query_canceled. */
export function isCancelled(error: unknown): boolean {
  return sqlState(error) === "57014";
}

/** lock_not_available: others held the lock for too long. */
export function isLockTimeout(error: unknown): boolean {
  return sqlState(error) === "55P03";
}

/**
 * invalid_sql_statement_name: the statement right before it was the first with the same text, and failed before PostgreSQL
 * stored it. Nothing was done.
 */
export function isNotPrepared(error: unknown): boolean {
  return sqlState(error) === "26000";
}

/** The driver no longer waits for the response, which may still arrive. */
export function isGivenUp(error: unknown): error is Error {
  return error instanceof Error && error.message === "Query read timeout";
}

/** The connection broke before the statement was sent. */
function isNeverSent(error: unknown): boolean {
  return error instanceof Error && error.message.endsWith("is not queryable");
}

/** Typical of start-up options and named statements behind a pooler by transaction. */
export function isConfusedByPooler(error: unknown): boolean {
  if (["26000", "42P05"].includes(sqlState(error))) return true;
  return error instanceof Error && /unsupported startup parameter/i.test(error.message);
}
