/** A number at a glance, in a `<dl>`: what it counts, the number, and a note for comparison. */
import type { ReactNode } from "react";

type StatProps = { name: ReactNode; value: ReactNode; note?: ReactNode };

export function Stat({ name, value, note }: StatProps) {
  return (
    <div className="min-w-0 grow basis-36 bg-surface px-edge py-3">
      <dt className="text-quiet text-sm">{name}</dt>
      <dd className="mt-0.5 font-semibold text-2xl leading-tight tracking-tight">{value}</dd>
      {note && <dd className="mt-0.5 text-quiet text-xs [overflow-wrap:anywhere]">{note}</dd>}
    </div>
  );
}

/** Hairlines between the numbers at any width; those of the last line share it. */
export function Stats({ children }: { children: ReactNode }) {
  return <dl className="flex flex-wrap gap-px overflow-hidden rounded-card border border-line bg-line">{children}</dl>;
}
