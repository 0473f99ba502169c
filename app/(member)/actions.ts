"use server";
import { redirect } from "next/navigation";
import { z } from "zod";
import { publicAction } from "@/lib/session/action";
import { endSession } from "@/lib/session/session";

/** Asks nothing about who is signed in: whoever it is, they are not afterwards. Another site cannot make somebody sign out. */
export const signOutHere = publicAction(
  z.tuple([]).rest(z.unknown()),
  async (): Promise<void> => {
    await endSession();
    redirect("/sign-in");
  },
  undefined,
);
