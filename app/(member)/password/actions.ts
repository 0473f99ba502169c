"use server";
import { z } from "zod";
import { freshMemberAction } from "@/lib/session/action";
import { changePassword } from "@/lib/session/change-password";
import { textOf } from "@/lib/session/form-text";

export const choosePassword = freshMemberAction(z.instanceof(FormData), async (form, signedIn) =>
  changePassword(signedIn, textOf(form, "password")),
);
