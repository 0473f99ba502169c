"use server";
import { changePassword, type PasswordOutcome } from "@/lib/session/change-password";
import { textOf } from "@/lib/session/form-text";

export async function choosePassword(form: FormData): Promise<PasswordOutcome> {
  return changePassword(textOf(form, "password"));
}
