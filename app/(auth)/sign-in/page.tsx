import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ownPath } from "@/lib/session/own-path";
import { findVisitor } from "@/lib/session/signed-in";
import { SignInForm } from "./sign-in-form";

export const metadata: Metadata = { title: "Sign in" };

export default async function SignInPage({ searchParams }: { searchParams: Promise<{ next?: string | string[] }> }) {
  const next = ownPath((await searchParams).next);
  const visitor = await findVisitor();
  if (visitor.kind !== "signed-out") redirect(next);
  return (
    <main>
      <h1>Sign in</h1>
      <SignInForm next={next} />
    </main>
  );
}
