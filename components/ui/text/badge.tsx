/** A state as a word and an icon; the color only repeats it. */
import clsx from "clsx";
import type { LucideIcon } from "lucide-react";

export type Tone = "neutral" | "accent" | "good" | "warn" | "bad";

const TONES: Record<Tone, string> = {
  neutral: "bg-sunken text-quiet",
  accent: "bg-accent-soft text-accent",
  good: "bg-good-soft text-good",
  warn: "bg-warn-soft text-warn",
  bad: "bg-bad-soft text-bad",
};

type BadgeProps = { tone: Tone; icon: LucideIcon; text: string };

export function Badge({ tone, icon: Icon, text }: BadgeProps) {
  return (
    <span
      className={clsx(
        "inline-flex items-center gap-1 whitespace-nowrap rounded-full px-2 py-0.5 font-medium text-xs",
        TONES[tone],
      )}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {text}
    </span>
  );
}
