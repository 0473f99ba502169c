"use server";
import { redirect } from "next/navigation";
import { textOf } from "@/lib/session/form-text";
import { ownPath } from "@/lib/session/own-path";
import { switchOrganization } from "@/lib/session/switch-organization";

export async function chooseOrganization(form: FormData): Promise<void> {
  await switchOrganization(textOf(form, "member"));
  redirect(ownPath(textOf(form, "next")));
}
