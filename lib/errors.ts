/** The spec's error table, one row per code, and the errors that carry a code through the layers. */
import type { Refusal } from "./refusal";

/** From the spec (Errors). `METHOD_NOT_ALLOWED` is the one declared extension (contract § 1, 2). */
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

/** One invalid field of a body (contract § 4). */
export type ErrorDetail = { field: string; message: string };

/** A fault in a batch. `index` is the operation's, `with` that of the earlier one it conflicts with (docs/contract.md, Batch). */
export type OperationDetail = { index: number; code: ErrorCode; field?: string; with?: number; message: string };

/** `with`: see `OperationDetail`. `isReplayed`: repeats an earlier response. `retryAfterSeconds`: if no window caused RATE_LIMITED. */
export type ApiErrorOptions = {
  details?: ErrorDetail[] | OperationDetail[] | undefined;
  with?: number | undefined;
  isReplayed?: boolean;
  reason?: Refusal | undefined;
  cause?: unknown;
  retryAfterSeconds?: number;
};

/** An expected response, not a fault. It has no stack trace, which would never be read and would cost more than the response. */
class ExpectedError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(message, options);
    Error.stackTraceLimit = limit;
  }
}

/** The client has gone: its work can stop, and no response will be read. */
export class CallerLeft extends ExpectedError {
  constructor() {
    super("The caller has left.");
  }
}

/**
 * `message` and `details` are public and reach the caller unchanged. `cause` reaches only the log, and `reason`, the check that
 * refused, only those who manage the token.
 */
export class ApiError extends ExpectedError {
  readonly code: ErrorCode;
  readonly details: ErrorDetail[] | OperationDetail[] | undefined;
  readonly with: number | undefined;
  readonly isReplayed: boolean | undefined;
  readonly reason: Refusal | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, options: ApiErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "ApiError";
    this.code = code;
    this.details = options.details;
    this.with = options.with;
    this.isReplayed = options.isReplayed;
    this.reason = options.reason;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}
