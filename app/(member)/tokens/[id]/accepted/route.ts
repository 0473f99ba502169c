/** How many requests of a token were accepted, in total or since a moment; null if the member cannot see the token. */
import { acceptedSince } from "@/lib/call-log/calls-since";
import { memberRead } from "@/lib/session/read";
import { findVisibleToken } from "@/lib/tokens/read/visible-token";
import { since } from "../../action-input";

export const GET = memberRead(since, async ({ id, since }, { member }) => {
  const visible = await findVisibleToken(id, member);
  return { accepted: visible && (await acceptedSince(visible, new Date(since ?? 0))) };
});
