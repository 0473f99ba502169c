import { z } from "zod";
import type { MemberCursor } from "@/lib/members/list";
import { type ListAddress, type StateOf, TEXT } from "@/lib/session/page-address";
import { withoutSecrets } from "@/lib/tokens/pasted";

const MEMBER_LIST = {
  filters: { text: ["q", TEXT.transform(withoutSecrets).default("")] },
  // If set, lists only members who lack the second factor they need.
  view: { secondFactor: ["second-factor", z.literal("missing")] },
  place: { after: ["after", z.uuid()], before: ["before", z.uuid()] },
} satisfies Omit<ListAddress, "path">;

export type MemberListAddress = { path: string } & typeof MEMBER_LIST;
export type MemberListState = StateOf<MemberListAddress>;

export const MEMBERS: MemberListAddress = { path: "/admin/members", ...MEMBER_LIST };
export const ACCOUNTS: MemberListAddress = { path: "/accounts", ...MEMBER_LIST };

export function toCursor({ after, before }: MemberListState): MemberCursor | null {
  if (after !== undefined) return { id: after, way: "on" };
  return before === undefined ? null : { id: before, way: "back" };
}

export function toPlace({ id, way }: MemberCursor): Partial<MemberListState> {
  return way === "on" ? { after: id } : { before: id };
}
