/** The address of a list of members. It contains all filters, so that it can be saved and shared. Pure. */
import { z } from "zod";
import type { MemberCursor } from "@/lib/members/list";
import { type Parameters, parameterOf, toAddress } from "@/lib/session/page-address";
import { withoutSecrets } from "@/lib/tokens/pasted";

export function readMemberSearch(parameters: Parameters): string {
  return withoutSecrets(parameterOf(parameters, "q"));
}

export function readMemberCursor({ after, before }: Parameters): MemberCursor | null {
  if (isId(after)) return { id: after, way: "on" };
  return isId(before) ? { id: before, way: "back" } : null;
}

/** `cursor`: null for the first page. */
export function memberAddress(path: string, parameters: Record<string, string>, cursor: MemberCursor | null): string {
  return toAddress(path, { ...parameters, ...(cursor && { [cursor.way === "on" ? "after" : "before"]: cursor.id }) });
}

function isId(text: unknown): text is string {
  return z.uuid().safeParse(text).success;
}
