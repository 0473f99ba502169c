/** The service account in the address. Not found if the member does not manage it, exactly as if it did not exist. */
import { notFound } from "next/navigation";
import { z } from "zod";
import { requireMember } from "@/lib/session/visitor";
import { findKeptAccount } from "@/lib/tokens/read/visibility";

export async function openAccount(params: Promise<{ id: string }>) {
  const signedIn = await requireMember();
  const { id } = await params;
  const account = z.uuid().safeParse(id).success ? await findKeptAccount(id, signedIn.member) : null;
  return { signedIn, account: account ?? notFound() };
}
