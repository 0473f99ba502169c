/**
 * Which check refused a request, for those who manage its token. Private: no response and no log has it. What of it is stored
 * is decided in `call-log/kept-call.ts`.
 */

/** The checks of contract § 1, by the names under which they are explained. */
export type Step =
  | "request id"
  | "path"
  | "address"
  | "token"
  | "owner"
  | "token address"
  | "rate limit"
  | "entity"
  | "verb"
  | "shape"
  | "turn"
  | "record"
  | "row scope"
  | "precondition"
  | "version"
  | "fields"
  | "lifecycle"
  | "required fields"
  | "permission for this change"
  | "validation"
  | "new row scope"
  | "references"
  | "other writers"
  | "conflict"
  | "readable";

/** `from` and `to` are states: given only where the caller can read the field on every record. */
export type LifecycleRefusal = {
  step: "lifecycle";
  rule: "initial" | "locked" | "no way" | "permission" | "undeletable";
  from?: string;
  to?: string;
  permission?: string;
};

/** `permission`: the first that does not reach the record. Absent in older rows. */
export type LimitedPermissionRefusal = { step: "permission for this change" | "new row scope"; permission?: string };

/** Of a unique field's value. `field`: null where the caller cannot write it. */
export type ValueConflict = { step: "conflict"; field: string | null };

export type Refusal =
  /** Only where the secret matched. */
  | { step: "token" | "owner" | "token address"; tokenId: string }
  | { step: "rate limit"; limit: number }
  /** Keys as the caller wrote them, whether they exist or not. */
  | { step: "shape" | "fields"; fields: string[] }
  | { step: "validation" | "references"; details: { field: string; message: string }[] }
  | LifecycleRefusal
  | LimitedPermissionRefusal
  | ValueConflict
  | { step: "turn" | "other writers" | "verb" | "row scope" | "required fields" };
