import clsx from "clsx";
import type { ReactNode } from "react";

type ChoiceCardProps = {
  group: string;
  value: string;
  label: string;
  hint?: ReactNode;
  refused: string | null;
  checked: boolean;
  invalid?: boolean;
  onChoose: (value: string) => void;
};

export function ChoiceCard({
  group,
  value,
  label,
  hint,
  refused,
  checked,
  invalid = false,
  onChoose,
}: ChoiceCardProps) {
  return (
    <label
      className={clsx(
        "flex min-h-11 items-start gap-2.5 rounded-control border px-3 py-2 transition-colors",
        checked ? "border-accent bg-accent-soft" : "border-line bg-surface",
        refused === null ? "hover:border-edge" : "bg-sunken text-quiet",
        invalid && "border-bad",
      )}
    >
      <span className="grid size-6 shrink-0 place-items-center">
        <input
          type="radio"
          name={group}
          value={value}
          checked={checked}
          disabled={refused !== null}
          aria-invalid={invalid || undefined}
          className="size-4 accent-accent"
          onChange={() => onChoose(value)}
        />
      </span>
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="block font-medium">{label}</span>
        <span className="block text-quiet text-sm">{refused ?? hint}</span>
      </span>
    </label>
  );
}
