/** A short text about a control or an icon, on hover and focus (`TipLayer`). Screen readers read it after its subject. */
import type { ReactNode } from "react";

export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <span data-tip={text} className="inline-flex items-center">
      {children}
      <span className="sr-only"> {text}</span>
    </span>
  );
}
