/** A part of a page that scrolls by itself: it has a name, and keys reach it to scroll it. Which way, and from what height on, is its owner's to say. */
import type { ReactNode } from "react";

type ScrollAreaProps = { label: string; className: string; children: ReactNode };

export function ScrollArea({ label, className, children }: ScrollAreaProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys.
    <section aria-label={label} tabIndex={0} className={className}>
      {children}
    </section>
  );
}
