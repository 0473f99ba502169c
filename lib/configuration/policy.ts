/** Changes the token policy from the pages, as a new version. The organization's file then has to be updated by hand. */
import { isDeepStrictEqual } from "node:util";
import type { Actor } from "../events";
import type { JsonValue, OrganizationPolicy } from "../model";
import { longTransaction } from "../postgres/administration";
import { write } from "../postgres/query";
import { auditEventSql } from "../store/audit-event";
import { findCurrentConfiguration, insertConfiguration, lockOrganization } from "../store/configuration";
import { compileTokenPolicy } from "./compile";
import { loadCurrentConfiguration } from "./load";
import { parseDocument } from "./parse";
import type { StoredDocument } from "./schema";

export type PolicyChanged =
  | { kind: "changed"; version: number }
  | { kind: "unchanged" }
  /** Another change came first, so nothing was written. */
  | { kind: "outdated"; policy: OrganizationPolicy };

/** `from` is the policy that the person saw: a newer one is not overwritten. Throws ConfigurationError for an invalid policy. */
export async function changeTokenPolicy(
  organizationId: string,
  { from, to }: { from: OrganizationPolicy; to: OrganizationPolicy },
  by: Actor,
): Promise<PolicyChanged> {
  const { organizationKey } = await loadCurrentConfiguration(organizationId);
  return longTransaction(async (transaction) => {
    await lockOrganization(transaction, organizationKey);
    const current = await findCurrentConfiguration(transaction, organizationKey);
    if (current === null) throw new Error(`There is no organization ${organizationKey}.`);
    const before = current.document as unknown as StoredDocument;
    const tokenPolicy = compileTokenPolicy(to);
    // The pages do not show what the file says about webhooks.
    const { webhooks } = before.organization.tokenPolicy ?? {};
    const { allowedAddresses, ...others } = tokenPolicy;
    const stored = {
      ...others,
      ...(allowedAddresses.length > 0 && { allowedAddresses }),
      ...(webhooks !== undefined && { webhooks }),
    };
    const after = { ...before, organization: { ...before.organization, tokenPolicy: stored } };
    parseDocument(after);
    const was = compileTokenPolicy(before.organization.tokenPolicy);
    if (isDeepStrictEqual(was, tokenPolicy)) return { kind: "unchanged" };
    if (!isDeepStrictEqual(was, from)) return { kind: "outdated", policy: was };

    const version = current.version + 1;
    const { name } = before.organization;
    const document = after as unknown as JsonValue;
    await insertConfiguration(transaction, { ...current, version, document, name, appliedBy: by.actor });
    const [subject, details] = [`version ${version}`, { before: was, after: tokenPolicy }];
    const event = auditEventSql({ organizationId, ...by, action: "configuration.policy", subject, details });
    await write(event, { on: transaction });
    return { kind: "changed", version };
  });
}
