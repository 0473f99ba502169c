/** Finds the earlier operation that took a value. Only sent values and new records count; others would reveal hidden data. */
import { ApiError } from "../../errors";
import type { Run } from "./check-all";
import { dataAfter, keysIn, type Ready } from "./segments";

/** For an operation that was written, or would be. */
export function noteGiven({ access: { entity }, batch, given }: Run, ready: Ready): void {
  const operation = batch.operations[ready.index];
  const sent = operation !== undefined && "data" in operation ? operation.data : {};
  const fields = entity.uniqueFields.filter((key) => Object.hasOwn(sent, key));
  const keys = ready.kind === "create" ? ready.keys : keysIn(entity, dataAfter(ready), fields);
  for (const key of keys) given.set(key, ready.index);
}

/** Adds the index of the conflicting operation to the refusal, if the caller can know the field. */
export function withClash({ access: { entity }, given, refused }: Run, ready: Ready, refusal: ApiError): ApiError {
  const { code, message, details, reason, cause } = refusal;
  const field = details?.[0]?.field;
  if (code !== "DUPLICATE_LABEL" || field === undefined) return refusal;
  const earlier = keysIn(entity, dataAfter(ready), [field])
    .map((key) => given.get(key))
    .find((place) => place !== undefined && place < ready.index && !refused.has(place));
  return earlier === undefined ? refusal : new ApiError(code, message, { details, reason, cause, with: earlier });
}
