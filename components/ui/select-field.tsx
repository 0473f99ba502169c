/** A choice of one out of a few, with its label: the platform's own select. */
import clsx from "clsx";
import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { controlClass } from "./control-look";
import { Field, type FieldTexts } from "./field";

export type SelectOption = { value: string; label: string; disabled?: boolean };

export type SelectFieldProps = FieldTexts &
  Omit<ComponentProps<"select">, "id" | "children"> & { options: readonly SelectOption[] };

export function SelectField({ label, hint, error, className, options, ...select }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} required={select.required} className={className ?? ""}>
      {(control) => (
        <span className="relative block">
          <select {...select} {...control} className={clsx(controlClass, "appearance-none truncate pr-9")}>
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
      )}
    </Field>
  );
}
