"use server";
import { redirect } from "next/navigation";
import { formWithState, publicAction, textOf } from "@/lib/session/action";
import { redeemLink } from "@/lib/session/sign-in";
import { LINK_REFUSED, waitMessage } from "@/lib/session/sign-in-messages";

export type LinkState = { message: string | null };

export const signInWithLink = publicAction(
  formWithState,
  async ([, form]): Promise<LinkState> => {
    const outcome = await redeemLink(textOf(form, "secret"));
    if (outcome.kind === "wait") return { message: waitMessage(outcome.seconds) };
    if (outcome.kind === "refused") return { message: LINK_REFUSED };
    redirect("/password");
  },
  { message: LINK_REFUSED },
);
