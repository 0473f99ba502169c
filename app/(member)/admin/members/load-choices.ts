/** What the forms of members offer: the roles of the file, and who can keep a service account. */
import { loadCurrentConfiguration } from "@/lib/configuration/load";
import type { ManagedBy, MemberKind } from "@/lib/model";
import { listPersons } from "@/lib/store/people/managed-members";

/** Some 30 KB of the page. */
const OFFERED_PERSONS = 500;

type Choices = {
  membersManagedBy: ManagedBy;
  roles: { key: string; name: string }[];
  /** Who is offered; others are found by their address. Of a person nobody is asked for. */
  persons: { email: string; name: string }[];
};

export async function loadChoices(organizationId: string, kind: MemberKind): Promise<Choices> {
  const { roles, membersManagedBy } = await loadCurrentConfiguration(organizationId);
  return {
    membersManagedBy,
    roles: [...roles.values()].map(({ key, name }) => ({ key, name })),
    persons: kind === "person" ? [] : await listPersons(organizationId, OFFERED_PERSONS),
  };
}
