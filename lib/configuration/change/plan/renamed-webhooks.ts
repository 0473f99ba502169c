/** The fields that a webhook names once fields are renamed, so that it sends what it sent. Pure. */
import { newKey, type Renames } from "./renames";

/** Each once: a field can get the name of one that was removed, and that a webhook still names. */
export function renamedFields(entityKey: string, fields: string[], renames: Renames): string[] {
  const own = renames.get(entityKey);
  return own === undefined ? fields : [...new Set(fields.map((field) => newKey(field, own)))];
}
