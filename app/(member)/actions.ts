"use server";
import { redirect } from "next/navigation";
import { signOut } from "@/lib/session/sign-out";

/** Asks nothing about who is signed in: whoever it is, they are not afterwards. Foreign origins are refused below. */
export async function signOutHere(): Promise<void> {
  await signOut();
  redirect("/sign-in");
}
