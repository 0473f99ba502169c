/** Who is signed in, for pages. Actions have `action.ts`, which refuses instead of redirecting. */
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { currentPath } from "./page-request";
import { findVisitor, type SignedIn } from "./signed-in";

export type { SignedIn } from "./signed-in";

/** Redirects to the sign-in page when nobody is signed in. Asked once per request, however many parts of a page ask. */
export const requireMember = cache(async (): Promise<SignedIn> => {
  const visitor = await findVisitor();
  if (visitor.kind === "signed-in") return visitor.signedIn;
  const next = encodeURIComponent(await currentPath());
  redirect(visitor.kind === "signed-out" ? `/sign-in?next=${next}` : `/organization?next=${next}`);
});

/** To others than administrators, their pages do not exist. */
export async function requireAdministrator(): Promise<SignedIn> {
  const signedIn = await requireMember();
  if (!signedIn.member.admin) notFound();
  return signedIn;
}
