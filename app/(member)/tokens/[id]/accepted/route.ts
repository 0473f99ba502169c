/** How many requests of a token were accepted since a moment; null where that cannot be said to whoever asks. */
import { acceptedSince } from "@/lib/call-log/usage";
import { memberRead } from "@/lib/session/read";
import { findVisibleToken } from "@/lib/tokens/read/visible-token";
import { since } from "../../action-input";

export const GET = memberRead(since, async ({ id, since }, { member }) => {
  const visible = await findVisibleToken(id, member);
  return { accepted: visible && (await acceptedSince(visible, new Date(since))) };
});
