/** The current file of an organization. Applying it changes nothing. */
import { longTransaction } from "../postgres/administration";
import { toDocument, withRolesOf } from "./change/members";
import { findInForce } from "./change/plan";
import { documentSchema, type OrganizationDocument } from "./schema";

/** null if there is no such organization. */
export async function exportConfiguration(organizationKey: string): Promise<OrganizationDocument | null> {
  return longTransaction(async (transaction) => {
    const current = await findInForce(transaction, organizationKey);
    if (current === null) return null;
    const { document: stored } = current;
    const members = withRolesOf([stored], current.members);
    const managedByDefault = stored.organization.membersManagedBy ?? "file";
    const document = { ...stored, members: members.map((member) => toDocument(member, managedByDefault)) };
    // A file cannot have an empty list, which pages once stored for no limit.
    const { tokenPolicy } = document.organization;
    if (tokenPolicy?.allowedAddresses?.length === 0) delete tokenPolicy.allowedAddresses;
    // The database does not keep the order of an object's members; the schema restores the usual one.
    return documentSchema.parse({ $schema: "./organization.schema.json", ...document });
  });
}
