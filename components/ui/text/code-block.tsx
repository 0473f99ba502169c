/** Lines to read or to copy, such as a request: they scroll sideways and break nowhere. */
import clsx from "clsx";
import type { ReactNode } from "react";

export function CodeBlock({ label, children, className }: { label: string; children: ReactNode; className?: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section aria-label={label} tabIndex={0} className={clsx("overflow-x-auto rounded-control bg-sunken", className)}>
      <pre className="w-max min-w-full px-3.5 py-3 text-left font-mono text-[0.8125rem] leading-relaxed">
        {children}
      </pre>
    </section>
  );
}
