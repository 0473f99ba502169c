/** The platform's own select, as wide as it is given room. Its label is the owner's to give. */
import clsx from "clsx";
import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { controlClass } from "./control-look";

export type SelectOption = { value: string; label: string; disabled?: boolean };

export type SelectProps = Omit<ComponentProps<"select">, "className" | "children"> & {
  options: readonly SelectOption[];
};

export function Select({ options, ...select }: SelectProps) {
  return (
    <span className="relative block">
      <select {...select} className={clsx(controlClass, "appearance-none truncate pr-9")}>
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-3 size-4 text-quiet"
      />
    </span>
  );
}
