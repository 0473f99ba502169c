/**
 * The spec's error table, one row for each code, and the errors that carry a code through the layers. Of HTTP it knows the
 * status numbers only.
 */
import type { Refusal } from "./refusal";

/** spec: Errors. `METHOD_NOT_ALLOWED` is the one declared extension (contract § 1, 2). */
export const ERROR_STATUS = {
  INVALID_BODY: 400,
  INVALID_FILTERS: 400,
  INVALID_LIMIT: 400,
  INVALID_CURSOR: 400,
  INVALID_SORT: 400,
  FIELD_NOT_QUERYABLE: 400,
  INVALID_TOKEN: 401,
  TOKEN_REVOKED: 401,
  TOKEN_EXPIRED: 401,
  OWNER_INACTIVE: 401,
  PERMISSION_DENIED: 403,
  CREATED_RECORD_NOT_READABLE: 403,
  ENTITY_NOT_FOUND: 404,
  RECORD_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  DUPLICATE_LABEL: 409,
  PARENT_REFERENCE: 409,
  PRECONDITION_FAILED: 412,
  PRECONDITION_REQUIRED: 428,
  RATE_LIMITED: 429,
  SERVER_ERROR: 500,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** One wrong field of a body (contract § 4). */
export type ErrorDetail = { field: string; message: string };

/** What is wrong with one operation of a batch; `index` is its place (docs/contract.md, Batch). */
export type OperationDetail = { index: number; code: ErrorCode; field?: string; message: string };

/** `retryAfterSeconds`: for RATE_LIMITED that no window caused. */
export type ApiErrorOptions = {
  details?: ErrorDetail[] | OperationDetail[];
  reason?: Refusal;
  cause?: unknown;
  retryAfterSeconds?: number;
};

/** An expected response, not a fault: its stack is never read, and would cost more than the response. */
class ExpectedError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(message, options);
    Error.stackTraceLimit = limit;
  }
}

/** The client has hung up: its work can stop, and no response will be read. */
export class CallerLeft extends ExpectedError {
  constructor() {
    super("The caller has left.");
  }
}

/**
 * A response that is not a success. `message` and `details` are public and reach the caller unchanged. Private: `cause`, the
 * origin of a fault, reaches only the log; `reason`, the check that refused, only those who manage the token.
 */
export class ApiError extends ExpectedError {
  readonly code: ErrorCode;
  readonly details: ErrorDetail[] | OperationDetail[] | undefined;
  readonly reason: Refusal | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, options: ApiErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "ApiError";
    this.code = code;
    this.details = options.details;
    this.reason = options.reason;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}
