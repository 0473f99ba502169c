import clsx from "clsx";
import type { ComponentProps, ReactNode } from "react";

type ChoiceCardProps = Omit<ComponentProps<"input">, "type" | "className"> & {
  label: string;
  hint?: ReactNode;
  /** Why it cannot be chosen. */
  refused?: string | null;
  invalid?: boolean;
};

export function ChoiceCard({ label, hint, refused = null, invalid = false, ...radio }: ChoiceCardProps) {
  return (
    <label
      className={clsx(
        "flex min-h-11 items-start gap-2.5 rounded-control border px-3 py-2 transition-colors",
        "has-checked:bg-accent-soft",
        refused === null ? "bg-surface hover:border-edge" : "bg-sunken text-quiet",
        invalid ? "border-bad" : "border-line has-checked:border-accent",
      )}
    >
      <span className="grid size-6 shrink-0 place-items-center">
        <input
          {...radio}
          type="radio"
          disabled={refused !== null}
          aria-invalid={invalid || undefined}
          className="size-4 accent-accent"
        />
      </span>
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="block font-medium">{label}</span>
        <span className="block text-quiet text-sm">{refused ?? hint}</span>
      </span>
    </label>
  );
}
