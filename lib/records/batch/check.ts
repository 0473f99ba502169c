/** Checks a batch operation like a single write, with the same code and order, as far as no database access is needed. */
import { requireVerb } from "../../access/require";
import { ApiError } from "../../errors";
import type { JsonObject } from "../../model";
import { isUuid } from "../../query/columns";
import { type Draft, draftRecord } from "../create";
import { type Change, draftChange } from "../update";
import type { Work } from "../work";
import { requireInScope } from "../write";
import type { BatchPrecondition, Operation } from "./operation";
import type { Subject } from "./subjects";

export type Checked = ({ kind: "create" } & Draft) | ({ kind: "change" } & Change);

/** Throws the same as the single write. */
export function checkOperation(work: Work, operation: Operation, subject: Subject | null): Checked {
  switch (operation.op) {
    case "none":
      throw operation.error;
    case "create":
      requireVerb(work.access, "create");
      return { kind: "create", ...draftRecord(work, operation.data, operation.origin) };
    case "update":
      return checkUpdate(work, operation, subject);
    case "upsert":
      return checkUpsert(work, operation, subject);
  }
}

type Update = Extract<Operation, { op: "update" }>;
type Upsert = Extract<Operation, { op: "upsert" }>;

function checkUpdate(work: Work, { id, ifMatch, data }: Update, subject: Subject | null): Checked {
  requireVerb(work.access, "update");
  if (!isUuid(id)) throw new ApiError("RECORD_NOT_FOUND", NO_ID);
  const stored = requireInScope(subject?.stored, "update");
  requirePresent(ifMatch, stored.version);
  return { kind: "change", ...draftChange(work, stored, data) };
}

const NO_ID =
  'There is no such record: this is not a record id, a UUID in lower case. By a unique field, send "op": "upsert".';

/** A record that the caller can neither see nor update counts as absent: the unique field then refuses the new one. */
function checkUpsert(work: Work, operation: Upsert, subject: Subject | null): Checked {
  const { ifMatch, match, origin } = operation;
  const data = withMatch(operation, subject);
  const stored = subject?.stored;
  if (stored === undefined || !stored.inside.some(Boolean)) {
    requireVerb(work.access, "create");
    requireAbsent(ifMatch, match.key);
    return { kind: "create", ...draftRecord(work, data, origin) };
  }
  requireVerb(work.access, "update");
  requireInScope(stored, "update");
  requirePresent(ifMatch, stored.version);
  return { kind: "change", ...draftChange(work, stored, operation.data) };
}

/** Adds the matched value to a new record. Throws INVALID_BODY if `data` has another one. */
function withMatch({ match, data }: Upsert, subject: Subject | null): JsonObject {
  const value = subject?.match?.value ?? match.value;
  if (!Object.hasOwn(data, match.key) || data[match.key] === match.value || data[match.key] === value)
    return { ...data, [match.key]: value };
  const message = "data and match give one field different values. Leave it out of data.";
  const details = [{ field: match.key, message: "is not the value of match" }];
  throw new ApiError("INVALID_BODY", message, { details });
}

/** Throws PRECONDITION_REQUIRED, PRECONDITION_FAILED. */
function requirePresent(ifMatch: BatchPrecondition, version: string): void {
  if (ifMatch === null) throw new ApiError("PRECONDITION_REQUIRED", REQUIRED);
  if (ifMatch === "any") return;
  if (ifMatch === "absent") throw new ApiError("PRECONDITION_FAILED", PRESENT);
  if (ifMatch.version !== version) throw new ApiError("PRECONDITION_FAILED", OTHER_VERSION);
}

const PRESENT =
  'A record with this value already exists, and null asks for none. Send "ifMatch": "*", or its versionId, to update it.';
const OTHER_VERSION =
  "ifMatch is not the record's current versionId. Read the record again, decide again, and send its versionId, without further quotes.";

/** Throws PRECONDITION_REQUIRED, PRECONDITION_FAILED. */
function requireAbsent(ifMatch: BatchPrecondition, key: string): void {
  if (ifMatch === null) throw new ApiError("PRECONDITION_REQUIRED", REQUIRED);
  if (ifMatch === "any" || ifMatch === "absent") return;
  const message = `There is no record of this ${key} that this token can see, and so not of this version. Send "ifMatch": "*" to create it.`;
  throw new ApiError("PRECONDITION_FAILED", message);
}

const REQUIRED =
  'Send ifMatch: the versionId that you have read, "*" for any version, or, in an upsert, null if the record must not exist yet.';
