/** The members of an organisation, as its administrators see them. Members come and go with the organisation's file. */
import { loadCurrentConfiguration } from "../configuration/load";
import { listMemberRows } from "../store/people/members";

export type ListedMember = {
  id: string;
  name: string;
  email: string;
  /** By name, as the configuration has it. */
  roles: string[];
  admin: boolean;
  active: boolean;
  /** Tokens that neither expired nor were revoked. They are refused while their owner is inactive. */
  standingTokens: number;
  /** The last sign-in of somebody who belongs here only, or call of a token of theirs here; null: none is known. */
  lastSeen: Date | null;
};

/** By name. */
export async function listMembers(organizationId: string): Promise<ListedMember[]> {
  const rows = await listMemberRows(organizationId);
  const configuration = await loadCurrentConfiguration(organizationId);
  const roleName = (key: string) => configuration.roles.get(key)?.name ?? key;
  return rows.map(({ id, name, email, roleKeys, admin, active, tokens, lastSeen }) => ({
    id,
    name,
    email,
    roles: roleKeys.map(roleName),
    admin,
    active,
    standingTokens: tokens,
    lastSeen,
  }));
}
