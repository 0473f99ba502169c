import type { ReactNode } from "react";
import { requireAdministrator } from "@/lib/session/visitor";

/**
 * Runs before any part of a page is sent, so that "not found" also sets the status. Each page checks again, because a layout is
 * kept between pages.
 */
export default async function AdministratorsLayout({ children }: { children: ReactNode }) {
  await requireAdministrator();
  return children;
}
