/** Actions on a token without opening it, in a menu at the end of its row. The browser opens and closes it. */
import { Ellipsis } from "lucide-react";
import Link from "next/link";
import type { ListedToken } from "@/lib/tokens/read/list";
import { hasEnded, isRotatable } from "@/lib/tokens/status";
import { buttonClass } from "../../../ui/controls/button";

/** `scope`: only owners rotate. */
type RowMenuProps = { token: ListedToken; scope: "own" | "organization" };

/** The class of the entries. Their styles are in app/globals.css, because a list has hundreds of entries. */
const MENU_ITEM = "menu-item";

export function RowMenu({ token, scope }: RowMenuProps) {
  const id = `menu-${token.id}`;
  return (
    <>
      <button type="button" popoverTarget={id} className={buttonClass("quiet", "small", "px-1.5")}>
        <Ellipsis aria-hidden />
        <span className="sr-only">
          More for <bdi>{token.name}</bdi>
        </span>
      </button>
      <div id={id} popover="auto" className="menu w-48 p-1.5">
        <ul>
          <li>
            <Link href={`/tokens/${token.id}`} prefetch={false} className={MENU_ITEM}>
              Open
            </Link>
          </li>
          <li>
            <button type="button" data-copy={token.hint} className={MENU_ITEM}>
              Copy hint
            </button>
          </li>
          {scope === "own" && isRotatable(token) && (
            <li>
              <Link href={`/tokens/${token.id}/rotate`} prefetch={false} className={MENU_ITEM}>
                Rotate …
              </Link>
            </li>
          )}
          {!hasEnded(token.status) && (
            <li>
              <Link href={`/tokens/${token.id}/revoke`} prefetch={false} scroll={false} className={MENU_ITEM}>
                Revoke …
              </Link>
            </li>
          )}
        </ul>
      </div>
    </>
  );
}
