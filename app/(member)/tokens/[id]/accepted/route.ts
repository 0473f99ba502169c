/** How many requests of a token were accepted; null if the member cannot see the token. */
import { z } from "zod";
import { acceptedSince } from "@/lib/call-log/calls-since";
import { memberRead } from "@/lib/session/read";
import { findVisibleToken } from "@/lib/tokens/read/visibility";
import { tokenId } from "../../action-input";

export const GET = memberRead(z.object({ id: tokenId }), async ({ id }, { member }) => {
  const visible = await findVisibleToken(id, member);
  return { accepted: visible && (await acceptedSince(visible, new Date(0))) };
});
