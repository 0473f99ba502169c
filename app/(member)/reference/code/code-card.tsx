/** Code on a ground of its own, with a head: what it is, and a button that copies it. */
import clsx from "clsx";
import type { ReactNode } from "react";
import { ScrollArea } from "@/components/ui/scroll-area";
import { CopyCode } from "./copy-code";

type CodeCardProps = { head: ReactNode; copyLabel: string; children: ReactNode };

export function CodeCard({ head, copyLabel, children }: CodeCardProps) {
  return (
    <div data-code className="overflow-hidden rounded-card border border-line bg-sunken">
      <div className="flex min-h-10 items-center justify-between gap-2 border-line border-b px-1.5 py-1 pl-3.5">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-sm">{head}</div>
        <CopyCode label={copyLabel} />
      </div>
      {children}
    </div>
  );
}

type CodeProps = { label: string; lines?: "scroll" | "wrap"; children: string };

/** Long lines scroll sideways and break nowhere unless they wrap, long texts scroll within their card; on paper they are whole. */
export function Code({ label, lines = "scroll", children }: CodeProps) {
  return (
    <ScrollArea
      label={label}
      className="max-h-[26rem] overflow-auto focus-visible:-outline-offset-2 print:max-h-none print:overflow-visible"
    >
      <pre
        className={clsx(
          "min-w-full px-3.5 py-3 text-left font-mono text-[0.8125rem] leading-relaxed print:w-auto print:whitespace-pre-wrap",
          lines === "wrap" ? "whitespace-pre-wrap [overflow-wrap:anywhere]" : "w-max",
        )}
      >
        {children}
      </pre>
    </ScrollArea>
  );
}
