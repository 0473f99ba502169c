"use client";
/** Handles clicks for all rows of a token list: a row opens its token, and a hint can be copied. */
import type { MouseEvent, ReactNode } from "react";
import { useCopy } from "@/components/ui/controls/copy-by-hand";

export function RowActions({ children }: { children: ReactNode }) {
  const { copy, copied, byHand } = useCopy();
  const onClick = ({ target }: MouseEvent) => {
    if (!(target instanceof Element)) return;
    // Closed at once, so that the focus is back at the row's button before a dialog opens.
    target.closest("a, [data-copy]")?.closest<HTMLElement>("[popover]")?.hidePopover();
    const copies = target.closest<HTMLElement>("[data-copy]");
    if (copies === null) return followRow(target);
    copy(copies.dataset.copy ?? "");
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: each row has a link for the keyboard.
    <div onClick={onClick}>
      {children}
      <p role="status" className="mt-2 text-quiet text-sm empty:hidden">
        {copied !== null && `${copied} copied.`}
      </p>
      {byHand}
    </div>
  );
}

/** Makes the whole row a target for its link, except for interactive elements, and while text is selected. */
function followRow(target: Element): void {
  if (target.closest("a, button, input, label, summary, [popover]") !== null) return;
  if (document.getSelection()?.isCollapsed === false) return;
  target.closest("tr")?.querySelector<HTMLElement>("th[scope=row] a")?.click();
}
