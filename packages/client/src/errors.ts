/** Every failure is a RecordsError, except that an aborted signal of the caller throws its own reason unchanged. */

/** The codes of the service (docs/errors.md), and those of the client itself. */
export type ErrorCode =
  | "INVALID_BODY"
  | "INVALID_FILTERS"
  | "INVALID_LIMIT"
  | "INVALID_CURSOR"
  | "INVALID_SORT"
  | "FIELD_NOT_QUERYABLE"
  | "INVALID_TOKEN"
  | "TOKEN_REVOKED"
  | "TOKEN_EXPIRED"
  | "OWNER_INACTIVE"
  | "PERMISSION_DENIED"
  | "CREATED_RECORD_NOT_READABLE"
  | "ENTITY_NOT_FOUND"
  | "RECORD_NOT_FOUND"
  | "METHOD_NOT_ALLOWED"
  | "DUPLICATE_LABEL"
  | "PARENT_REFERENCE"
  | "PRECONDITION_FAILED"
  | "PRECONDITION_REQUIRED"
  | "RATE_LIMITED"
  | "SERVER_ERROR"
  /** No response came, despite retries. The request was not a write. */
  | "NO_RESPONSE"
  /** The response is not from this API: check the URL, and any proxies in between. */
  | "INVALID_RESPONSE"
  /** A write may or may not have been done: its response was lost. `cause` says how. */
  | "OUTCOME_UNKNOWN";

/** `index` and `code`: of an operation of a batch. */
export type ErrorDetail = { field?: string; message: string; index?: number; code?: ErrorCode };

type Properties = Partial<Pick<RecordsError, "status" | "requestId" | "details" | "retryAfter" | "cause">>;

export class RecordsError extends Error {
  override readonly name = "RecordsError";
  readonly code: ErrorCode;
  /** The status of the response; 0 if there was none. */
  readonly status: number;
  /** Identifies the request for the operator of the service. */
  readonly requestId: string | null;
  readonly details: ErrorDetail[];
  /** In seconds, after RATE_LIMITED. */
  readonly retryAfter: number | null;

  constructor(code: ErrorCode, message: string, properties: Properties = {}) {
    super(message, properties.cause === undefined ? undefined : { cause: properties.cause });
    this.code = code;
    this.status = properties.status ?? 0;
    this.requestId = properties.requestId ?? null;
    this.details = properties.details ?? [];
    this.retryAfter = properties.retryAfter ?? null;
  }
}
