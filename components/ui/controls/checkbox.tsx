/** A checkbox with its label, or one that is labeled elsewhere (`aria-label`), as in a table. */
import clsx from "clsx";
import { type ComponentProps, type ReactNode, useId } from "react";

/** `indeterminate` means that some of what it stands for is ticked. HTML has no attribute for it. */
type Box = Omit<ComponentProps<"input">, "type"> & { indeterminate?: boolean };

type CheckboxProps = Omit<Box, "id"> & { label: ReactNode; hint?: ReactNode };

export function Checkbox({ label, hint, className, ...box }: CheckboxProps) {
  const id = useId();
  return (
    <label htmlFor={id} className={clsx("flex min-h-6 items-start gap-2.5 has-disabled:text-quiet", className)}>
      <CheckboxBox {...box} id={id} />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {label}
        {hint && <span className="block text-quiet text-sm">{hint}</span>}
      </span>
    </label>
  );
}

/** A target of 24 px, whatever the drawn size. */
export function CheckboxBox({ className, indeterminate, ...box }: Box) {
  const mark = (input: HTMLInputElement | null) => {
    if (input !== null) input.indeterminate = indeterminate === true;
  };
  return (
    <span className={clsx("inline-grid size-6 shrink-0 place-items-center", className)}>
      <input
        {...(indeterminate !== undefined && { ref: mark })}
        {...box}
        type="checkbox"
        className="size-4.5 accent-accent"
      />
    </span>
  );
}
