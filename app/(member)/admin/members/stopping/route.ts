/** The tokens that would stop with a member, for the confirm dialog: at the moment it opens. */
import { z } from "zod";
import { tokensThatStop } from "@/lib/members/members";
import { administratorRead } from "@/lib/session/read";

export const GET = administratorRead(z.object({ memberId: z.uuid() }), async ({ memberId }, { organization }) => {
  const tokens = await tokensThatStop({ id: memberId, organizationId: organization.id });
  return { tokens: tokens.map(({ id, name, hint, lastUsed }) => ({ id, name, hint, lastUsed })) };
});
