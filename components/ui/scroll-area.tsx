/** A part of a page that scrolls by itself, also by keyboard. The parent decides the direction and the height. */
import type { ReactNode } from "react";

export function ScrollArea({ label, className, children }: { label: string; className: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls has to be reachable by keyboard.
    <section aria-label={label} tabIndex={0} className={className}>
      {children}
    </section>
  );
}
