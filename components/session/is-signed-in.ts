import { findVisitor } from "@/lib/session/visitor";

/** For public pages, which also work without a database: the reader then counts as signed out. */
export async function isSignedIn(): Promise<boolean> {
  try {
    return (await findVisitor()).kind !== "signed-out";
  } catch {
    return false;
  }
}
