"use client";
/** Handles clicks for all rows of a token list: a row opens its token, and a hint can be copied. */
import { type MouseEvent, type ReactNode, useState } from "react";
import { CopyByHand, type CopyOutcome, copyText } from "@/components/ui/controls/copy-by-hand";

export function RowActions({ children }: { children: ReactNode }) {
  const [last, setLast] = useState<{ hint: string; outcome: CopyOutcome } | null>(null);
  const onClick = ({ target }: MouseEvent) => {
    if (!(target instanceof Element)) return;
    const copies = target.closest<HTMLElement>("[data-copy]");
    if (copies === null) return followRow(target);
    copies.closest<HTMLElement>("[popover]")?.hidePopover();
    const hint = copies.dataset.copy ?? "";
    copyText(hint).then((outcome) => setLast({ hint, outcome }));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: each row has a link for the keyboard.
    <div onClick={onClick}>
      {children}
      <p role="status" className="mt-2 text-quiet text-sm empty:hidden">
        {last?.outcome === "copied" && `${last.hint} copied.`}
      </p>
      {last?.outcome === "failed" && (
        <CopyByHand key={last.hint} text={last.hint} onCopied={() => setLast({ ...last, outcome: "copied" })} />
      )}
    </div>
  );
}

/** Makes the whole row a target for its link, except for interactive elements, and while text is selected. */
function followRow(target: Element): void {
  if (target.closest("a, button, input, label, summary, [popover]") !== null) return;
  if (document.getSelection()?.isCollapsed === false) return;
  target.closest("tr")?.querySelector<HTMLElement>("th[scope=row] a")?.click();
}
