/** What a cell of the matrix says of a permission that nobody can choose there: whether it was given, and whether it works. */
import { Check, CircleDot, Minus, TriangleAlert, X } from "lucide-react";

const MARKS = {
  allowed: { icon: Check, look: "text-good" },
  "some records": { icon: CircleDot, look: "text-good" },
  exceeds: { icon: TriangleAlert, look: "text-warn" },
  "taken away": { icon: X, look: "text-bad" },
  "not granted": { icon: Minus, look: "text-quiet" },
} as const;

export type MarkKind = keyof typeof MARKS;

/** `size`: "icon" leaves its text to those to whom it is read. */
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
