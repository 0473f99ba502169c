/** The current file of an organization. Applying it changes nothing. */
import { longTransaction } from "../postgres/transaction";
import { findCurrentConfiguration } from "../store/configuration";
import { listMemberSettings } from "../store/people/members";
import { toDocument, withRolesOf } from "./change/plan/members";
import { documentSchema, type OrganizationDocument, type StoredDocument } from "./schema";

/** null if there is no such organization. */
export async function exportConfiguration(organizationKey: string): Promise<OrganizationDocument | null> {
  return longTransaction(async (transaction) => {
    const current = await findCurrentConfiguration(transaction, organizationKey);
    if (current === null) return null;
    const stored = current.document as unknown as StoredDocument;
    const members = withRolesOf([stored], await listMemberSettings(transaction, current.organizationId));
    const managedByDefault = stored.organization.membersManagedBy ?? "file";
    const document = { ...stored, members: members.map((member) => toDocument(member, managedByDefault)) };
    // A file cannot have an empty list, which pages once stored for no limit.
    const { tokenPolicy } = document.organization;
    if (tokenPolicy?.allowedAddresses?.length === 0) delete tokenPolicy.allowedAddresses;
    // The database does not keep the order of an object's members; the schema restores the usual one.
    return documentSchema.parse({ $schema: "./organization.schema.json", ...document });
  });
}
