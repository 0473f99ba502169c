"use server";
import { redirect } from "next/navigation";
import { form, publicAction, textOf } from "@/lib/session/action";
import { ownPath } from "@/lib/session/gate/page-paths";
import { switchOrganization } from "@/lib/session/visitor";

export const chooseOrganization = publicAction(
  form,
  async ([sent]): Promise<void> => {
    await switchOrganization(textOf(sent, "member"));
    redirect(ownPath(textOf(sent, "next")));
  },
  undefined,
);
