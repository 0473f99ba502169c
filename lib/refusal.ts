/** The check that refused a request, for those who manage its token. In no response and no log; `kept-call.ts` stores part of it. */

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
  | "readable"
  | "webhooks";

/** `from` and `to` are states, and set only if the caller can read the field on every record. */
export type LifecycleRefusal = {
  step: "lifecycle";
  rule: "initial" | "locked" | "no way" | "permission" | "undeletable";
  from?: string;
  to?: string;
  permission?: string;
};

/** `permission` is the first one that does not reach the record. Absent in older rows. */
export type LimitedPermissionRefusal = { step: "permission for this change" | "new row scope"; permission?: string };

/** A unique field already has this value. `field` is null if the caller cannot write that field. */
export type ValueConflict = { step: "conflict"; field: string | null };

export type Refusal =
  /** Set only if the secret matched. */
  | { step: "token" | "owner" | "token address"; tokenId: string }
  | { step: "rate limit"; limit: number }
  /** Field keys as the caller wrote them, whether they exist or not. */
  | { step: "shape" | "fields"; fields: string[] }
  | { step: "validation" | "references"; details: { field: string; message: string }[] }
  | LifecycleRefusal
  | LimitedPermissionRefusal
  | ValueConflict
  | { step: "turn" | "other writers" | "verb" | "row scope" | "required fields" | "webhooks" };
