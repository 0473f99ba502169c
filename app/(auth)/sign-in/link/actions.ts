"use server";
import { redirect } from "next/navigation";
import { textOf } from "@/lib/session/form-text";
import { redeemLink } from "@/lib/session/redeem-link";
import { LINK_REFUSED, waitMessage } from "@/lib/session/sign-in-messages";

export type LinkState = { message: string | null };

export async function signInWithLink(_former: LinkState, form: FormData): Promise<LinkState> {
  const outcome = await redeemLink(textOf(form, "secret"));
  if (outcome.kind === "wait") return { message: waitMessage(outcome.seconds) };
  if (outcome.kind === "refused") return { message: LINK_REFUSED };
  redirect("/password");
}
