/** The service account in the address; null if the member does not manage it, or if `id` is not a valid id. */
import { z } from "zod";
import type { Member } from "@/lib/model";
import type { ServiceAccountRow } from "@/lib/store/people/service-accounts";
import { findKeptAccount } from "@/lib/tokens/read/kept-tokens";

export async function loadAccount(id: string, keeper: Member): Promise<ServiceAccountRow | null> {
  return z.uuid().safeParse(id).success ? findKeptAccount(id, keeper) : null;
}
