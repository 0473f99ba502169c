"use server";
import { redirect } from "next/navigation";
import { form, publicAction } from "@/lib/session/action";
import { textOf } from "@/lib/session/form-text";
import { ownPath } from "@/lib/session/own-path";
import { switchOrganization } from "@/lib/session/switch-organization";

export const chooseOrganization = publicAction(
  form,
  async ([sent]): Promise<void> => {
    await switchOrganization(textOf(sent, "member"));
    redirect(ownPath(textOf(sent, "next")));
  },
  undefined,
);
