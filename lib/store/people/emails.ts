/** The addresses of an organisation's members, to choose from. */
import { Prisma } from "../../../generated/prisma/client";
import { read } from "../../postgres/query";

export async function listMemberEmails(organizationId: string, limit: number): Promise<string[]> {
  const rows = await read<{ email: string }>(Prisma.sql`
    SELECT email FROM members WHERE organization_id = ${organizationId}::uuid ORDER BY email LIMIT ${limit}`);
  return rows.map(({ email }) => email);
}
