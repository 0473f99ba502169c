/** What a cell of a read-only matrix shows of a permission: whether it was granted, and whether it works. */
import { Check, CircleDot, Minus, TriangleAlert, X } from "lucide-react";

const MARKS = {
  allowed: { icon: Check, look: "text-good" },
  "some records": { icon: CircleDot, look: "text-good" },
  exceeds: { icon: TriangleAlert, look: "text-warn" },
  "taken away": { icon: X, look: "text-bad" },
  "not granted": { icon: Minus, look: "text-quiet" },
} as const;

export type MarkKind = keyof typeof MARKS;

/** `size`: "icon" shows the text to screen readers only. */
type MarkProps = { kind: MarkKind; text: string; size?: "text" | "icon" };

export function Mark({ kind, text, size = "text" }: MarkProps) {
  const { icon: Icon, look } = MARKS[kind];
  return (
    <span className={`inline-flex min-h-6 items-center gap-1.5 text-left leading-tight ${look}`}>
      <Icon aria-hidden className="size-4 shrink-0" />
      {size === "text" ? text : <span className="sr-only">{text}</span>}
    </span>
  );
}
