import { loadCurrentConfiguration } from "@/lib/configuration/load";
import type { ManagedBy, MemberKind } from "@/lib/model";
import { listPersons } from "@/lib/store/people/managed-members";
import { formatRole } from "./role-words";

/** Some 30 KB of the page. */
const OFFERED_PERSONS = 500;

type Choices = {
  membersManagedBy: ManagedBy;
  /** `does`: what each role can do, in a line. */
  roles: { key: string; name: string; does: string }[];
  /** The suggested managers of a service account; others are found by their address. */
  persons: { email: string; name: string }[];
};

export async function loadChoices(organizationId: string, kind: MemberKind): Promise<Choices> {
  const configuration = await loadCurrentConfiguration(organizationId);
  const { roles, membersManagedBy } = configuration;
  return {
    membersManagedBy,
    roles: [...roles.values()].map((role) => ({
      key: role.key,
      name: role.name,
      does: formatRole(role, configuration),
    })),
    persons: kind === "person" ? [] : await listPersons(organizationId, OFFERED_PERSONS),
  };
}
