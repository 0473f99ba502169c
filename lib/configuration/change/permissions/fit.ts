/** Whether a file fits what others changed while it was being applied. Pure. */
import { ConfigurationError } from "../../issues";
import { checkDocument } from "../../rules/document";
import type { OrganizationDocument, StoredDocument } from "../../schema";

const ADVICE =
  'Others changed permissions or members while this file was being applied, and the file does not fit them. Bring their changes into the file ("config export" writes what is in force), and apply it again. Together they would break these rules:';

/**
 * `after` is the document that would be in force, `members` those of the file with the later changes. Throws ConfigurationError if
 * `parseDocument` would refuse them, because requests could not be served with such a version.
 */
export function requireFit(after: StoredDocument, members: OrganizationDocument["members"]): void {
  const issues = checkDocument({ ...after, members });
  if (issues.length > 0) throw new ConfigurationError([{ path: [], message: ADVICE }, ...issues]);
}
