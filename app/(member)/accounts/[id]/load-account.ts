/** The service account of an address, for the member who asks; null for one that is not theirs to keep, and for what is no id. */
import { z } from "zod";
import type { Member } from "@/lib/model";
import type { ServiceAccountRow } from "@/lib/store/people/service-accounts";
import { findKeptAccount } from "@/lib/tokens/read/kept-tokens";

export async function loadAccount(id: string, keeper: Member): Promise<ServiceAccountRow | null> {
  return z.uuid().safeParse(id).success ? findKeptAccount(id, keeper) : null;
}
