/** What one cell of the access table says: what was granted, what the owner holds today, and so what the API allows. Pure. */
import type { VerbAccess } from "@/lib/tokens/detail";

export type AccessCell = {
  kind: "allowed" | "some records" | "exceeds" | "not granted";
  text: string;
};

/** `isOwn`: the reader is the token's owner. */
export function toAccessCell({ granted, held, effective, someRecords }: VerbAccess, isOwn: boolean): AccessCell {
  if (effective) return someRecords ? { kind: "some records", text: "Some records" } : { kind: "allowed", text: "Yes" };
  if (granted && !held) return { kind: "exceeds", text: isOwn ? "Exceeds your role" : "Exceeds the owner’s role" };
  return { kind: "not granted", text: "No" };
}
