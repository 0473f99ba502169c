/** A few words about a control or a mark, on hover and focus (`TipLayer`); screen readers find them right behind it. */
import type { ReactNode } from "react";

export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <span data-tip={text}>
      {children}
      <span className="sr-only"> {text}</span>
    </span>
  );
}
