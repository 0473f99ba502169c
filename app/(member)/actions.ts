"use server";
import { redirect } from "next/navigation";
import { z } from "zod";
import { publicAction } from "@/lib/session/action";
import { signOut } from "@/lib/session/session";

/** Needs no member, because afterwards no one is signed in anyway. Another site cannot sign a person out. */
export const signOutHere = publicAction(
  z.tuple([]).rest(z.unknown()),
  async (): Promise<void> => {
    await signOut();
    redirect("/sign-in");
  },
  undefined,
);
