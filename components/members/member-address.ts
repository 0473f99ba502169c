/**
 * The address of a list of members: what is looked for stands in it, so that it can be kept and sent. People edit addresses: what cannot
 * be read asks for nothing. Pure.
 */
import { z } from "zod";
import type { MemberCursor } from "@/lib/members/list";
import { withoutSecrets } from "@/lib/tokens/pasted";

type Parameters = Record<string, string | string[] | undefined>;

const MAX_LENGTH = 200;

export function readMemberSearch({ q }: Parameters): string {
  // PostgreSQL takes no NUL.
  const text = ([q].flat()[0] ?? "").replaceAll("\0", "").trim().slice(0, MAX_LENGTH);
  return withoutSecrets(text);
}

export function readMemberCursor({ after, before }: Parameters): MemberCursor | null {
  if (isId(after)) return { id: after, way: "on" };
  return isId(before) ? { id: before, way: "back" } : null;
}

/** `parameters`: what the list is narrowed to; empty ones are left out. `cursor`: null for the first page. */
export function memberAddress(path: string, parameters: Record<string, string>, cursor: MemberCursor | null): string {
  const given = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== ""));
  if (cursor !== null) given.set(cursor.way === "on" ? "after" : "before", cursor.id);
  return given.size === 0 ? path : `${path}?${given}`;
}

function isId(text: unknown): text is string {
  return z.uuid().safeParse(text).success;
}
