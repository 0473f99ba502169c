import Link from "next/link";
import { MENU_ITEM } from "./row-menu";

/** Leads to the page that asks before it revokes: for those who own the token, or keep its account. */
export function revokeLink({ id }: { id: string }) {
  return (
    <Link href={`/tokens/${id}/revoke`} prefetch={false} className={MENU_ITEM}>
      Revoke …
    </Link>
  );
}
