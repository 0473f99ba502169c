/** For a popover of the frame, which outlives the page that a link in it leaves. */
import type { MouseEvent } from "react";

export function closeOnLink({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  if (target instanceof Element && target.closest("a") !== null) currentTarget.hidePopover();
}
