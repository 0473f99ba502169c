/** PostgreSQL refused a write: the server has become a standby. */
const READ_ONLY = "25006";
/** serialization_failure, deadlock_detected: PostgreSQL rolled the work back, so it can be retried. */
const UNDONE = new Set(["40001", "40P01", READ_ONLY]);
/** admin_shutdown, crash_shutdown, cannot_connect_now: the connection is lost; the statement is not at fault. */
const CONNECTION_LOST = new Set(["57P01", "57P02", "57P03", "08003", "08006", "ECONNRESET", "EPIPE"]);

export const UNIQUE_VIOLATION = "23505";
export const FOREIGN_KEY_VIOLATION = "23503";

/** The pool's messages: no connection became free in time, and none opened in time. */
export const NONE_FREE = "timeout exceeded when trying to connect";
export const NOT_OPEN = "Connection terminated due to connection timeout";

/** The statement or its transaction ran too long, as opposed to waiting for a connection or a lock. */
export class StatementTimeout extends Error {}

/** PostgreSQL's five-character error code, or the system's error code; empty if there is none. */
export function sqlState(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

/** The work was rolled back or never sent, so it can be repeated. */
export function isUndone(error: unknown): boolean {
  return UNDONE.has(sqlState(error)) || isNeverSent(error);
}

/** The work may or may not have been done. */
export function isConnectionLost(error: unknown): boolean {
  if (CONNECTION_LOST.has(sqlState(error)) || isNeverSent(error)) return true;
  return error instanceof Error && error.message.startsWith("Connection terminated");
}

/** query_canceled. */
export function isCanceled(error: unknown): boolean {
  return sqlState(error) === "57014";
}

/** lock_not_available. */
export function isLockTimeout(error: unknown): boolean {
  return sqlState(error) === "55P03";
}

/** invalid_sql_statement_name: the previous statement, the first with this text, failed before it was stored. Nothing was done. */
export function isNotPrepared(error: unknown): boolean {
  return sqlState(error) === "26000";
}

/** The driver no longer waits for the response, which may still arrive. */
export function isGivenUp(error: unknown): error is Error {
  return error instanceof Error && error.message === "Query read timeout";
}

/** The connection must not be lent again: it is to a standby, or a response may still arrive. */
export function isOfNoUse(error: unknown): error is Error {
  const isLate = isGivenUp(error instanceof StatementTimeout ? error.cause : error);
  return isLate || sqlState(error) === READ_ONLY;
}

/** The connection broke, or did not open in time, before the statement was sent. */
function isNeverSent(error: unknown): boolean {
  return error instanceof Error && (error.message === NOT_OPEN || error.message.endsWith("is not queryable"));
}

/** too_many_connections, cannot_connect_now, and the system's codes of an address that cannot be reached. */
const AWAY = new Set(["53300", "57P03", "ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "ENOTFOUND", "EAI_AGAIN"]);

/** No connection was available, so a later attempt can succeed. */
export function isAway(error: unknown): boolean {
  return AWAY.has(sqlState(error)) || isNeverSent(error) || (error instanceof Error && error.message === NONE_FREE);
}

/** Typical of start-up options and named statements behind a transaction-mode pooler. */
export function isConfusedByPooler(error: unknown): boolean {
  if (["26000", "42P05"].includes(sqlState(error))) return true;
  return error instanceof Error && /unsupported startup parameter/i.test(error.message);
}
