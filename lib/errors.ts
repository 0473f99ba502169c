/**
 * What can go wrong: the spec's error table, one row per code, and the error that carries a code through the layers.
 * Knows nothing of HTTP beyond the status numbers of that table.
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

/** What is wrong with one operation of a batch, by its place in it (docs/contract.md, Batch). */
export type OperationDetail = { index: number; code: ErrorCode; field?: string; message: string };

/** `retryAfterSeconds`: of a RATE_LIMITED that no window tells the end of. */
export type ApiErrorOptions = {
  details?: ErrorDetail[] | OperationDetail[];
  reason?: Refusal;
  cause?: unknown;
  retryAfterSeconds?: number;
};

/** Thrown as an everyday response, not as a fault: its stack, which is never read, would cost more than the response. */
class ExpectedError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(message, options);
    Error.stackTraceLimit = limit;
  }
}

/** Whoever asked has hung up: what is under way for them can stop, and no response is going to be read. */
export class CallerLeft extends ExpectedError {
  constructor() {
    super("The caller has left.");
  }
}

/**
 * A response that is not a success. `message` and `details` are public: they reach the caller as they are.
 * What is private never does: `cause`, a fault's origin, reaches the log only; `reason`, which check said no, only those
 * who can manage the token.
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
