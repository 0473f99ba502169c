/** Lines to read or to copy, such as a request: they scroll sideways instead of wrapping. */
import clsx from "clsx";
import type { ReactNode } from "react";
import { ScrollArea } from "../scroll-area";

export function CodeBlock({ label, children, className }: { label: string; children: ReactNode; className?: string }) {
  return (
    <ScrollArea label={label} className={clsx("overflow-x-auto rounded-control bg-sunken", className)}>
      <pre className="w-max min-w-full px-3.5 py-3 text-left font-mono text-[0.8125rem] leading-relaxed">
        {children}
      </pre>
    </ScrollArea>
  );
}
