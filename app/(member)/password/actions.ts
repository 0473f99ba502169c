"use server";
import { z } from "zod";
import { freshMemberAction, textOf } from "@/lib/session/action";
import { changePassword } from "@/lib/session/sign-in";

export const choosePassword = freshMemberAction(z.instanceof(FormData), async (form, signedIn) =>
  changePassword(signedIn, textOf(form, "password")),
);
