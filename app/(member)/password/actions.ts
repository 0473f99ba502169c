"use server";
import { changePassword, type PasswordOutcome } from "@/lib/session/change-password";
import { textOf } from "@/lib/session/form-text";
import type { PageMember } from "@/lib/session/page-member";

export async function choosePassword(page: PageMember, form: FormData): Promise<PasswordOutcome> {
  return changePassword(page, textOf(form, "password"));
}
