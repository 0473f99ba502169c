import { requireAdministrator } from "@/lib/session/visitor";

/** "Not found" also sets the status here. Each page checks again, because a layout is kept between pages. */
export default async function AdministratorsLayout({ children }: LayoutProps<"/admin">) {
  await requireAdministrator();
  return children;
}
