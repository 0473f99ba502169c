import type { ReactNode } from "react";
import { requireAdministrator } from "@/lib/session/visitor";

/** Before any part of a page is sent, so that "not found" is also its status. Each page asks again: a layout is kept between pages. */
export default async function AdministratorsLayout({ children }: { children: ReactNode }) {
  await requireAdministrator();
  return children;
}
