/** Checks that a file fits what others changed while it was being applied. */
import { ConfigurationError } from "../../issues";
import { checkDocument } from "../../rules/document";
import type { OrganizationDocument, StoredDocument } from "../../schema";

const ADVICE =
  'Others changed permissions or members while this file was being applied, and the file does not fit them. Bring their changes into the file ("config export" writes what is in force), and apply it again. Together they would break these rules:';

/** Throws ConfigurationError if `parseDocument` would refuse `after` with these members: requests could not be served with it. */
export function requireFit(after: StoredDocument, members: OrganizationDocument["members"]): void {
  const issues = checkDocument({ ...after, members });
  if (issues.length > 0) throw new ConfigurationError([{ path: [], message: ADVICE }, ...issues]);
}
