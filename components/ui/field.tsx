/** What every form field has around its control: a label, a hint, and what is wrong with it. */

import clsx from "clsx";
import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";

export type FieldTexts = {
  label: string;
  hint?: ReactNode;
  /** What to do about it, as a sentence. */
  error?: string | null | undefined;
};

/** What the control has to carry so that the texts belong to it. */
export type FieldControl = { id: string; "aria-describedby": string | undefined; "aria-invalid": true | undefined };

type FieldProps = FieldTexts & {
  required?: boolean | undefined;
  className?: string;
  children: (control: FieldControl) => ReactNode;
};

export function Field({ label, hint, error, required, className, children }: FieldProps) {
  const id = useId();
  const described = [hint ? `${id}-hint` : null, error ? `${id}-error` : null].filter((each) => each !== null);
  return (
    <div className={clsx("grid grid-cols-1 content-start gap-1.5", className)}>
      <label htmlFor={id} className="font-medium text-sm [overflow-wrap:anywhere]">
        {label}
        {required === false && <span className="font-normal text-quiet"> (optional)</span>}
      </label>
      {children({
        id,
        "aria-describedby": described.length === 0 ? undefined : described.join(" "),
        "aria-invalid": error ? true : undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-quiet text-sm">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-bad text-sm">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 [overflow-wrap:anywhere]">{error}</span>
        </p>
      )}
    </div>
  );
}
