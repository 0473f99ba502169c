import Link from "next/link";
import { MENU_ITEM } from "./row-menu";

/** Links to the confirm page, for those who can revoke the token: its owner, or a manager of its account. */
export function revokeLink({ id }: { id: string }) {
  return (
    <Link href={`/tokens/${id}/revoke`} prefetch={false} className={MENU_ITEM}>
      Revoke …
    </Link>
  );
}
