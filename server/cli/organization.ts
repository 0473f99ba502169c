/** Finds the organization and the member that a command names, or fails with a message that says what to check. */
import type { Member } from "../../lib/model";
import type { OrganizationRow } from "../../lib/store/configuration";

export async function requireOrganization(key: string): Promise<OrganizationRow> {
  const { findOrganization } = await import("../../lib/store/configuration");
  const organization = await findOrganization(key);
  if (organization !== null) return organization;
  throw new Error(`There is no organization "${key}". Apply its file first: config apply FILE.`);
}

export async function requireMember(organizationKey: string, email: string): Promise<Member> {
  const { findMemberByEmail } = await import("../../lib/store/people/members");
  const organization = await requireOrganization(organizationKey);
  const member = await findMemberByEmail(organization.id, email);
  if (member !== null) return member;
  throw new Error(
    `"${organizationKey}" has no member ${email}. Add it to the members of the organization's file and apply that.`,
  );
}
