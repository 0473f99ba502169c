/** A line of text, or several (`lines`), with its label. Give `required={false}` to mark what may stay empty. */
import clsx from "clsx";
import type { ComponentProps } from "react";
import { controlClass } from "./control-look";
import { Field, type FieldTexts } from "./field";

export type TextFieldProps = FieldTexts & Omit<ComponentProps<"input">, "id">;
export type TextAreaFieldProps = FieldTexts & Omit<ComponentProps<"textarea">, "id">;

export function TextField({ label, hint, error, className, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} required={input.required} className={className ?? ""}>
      {(control) => <input {...input} {...control} className={controlClass} />}
    </Field>
  );
}

export function TextAreaField({ label, hint, error, className, rows = 3, ...area }: TextAreaFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} required={area.required} className={className ?? ""}>
      {(control) => <textarea {...area} {...control} rows={rows} className={clsx(controlClass, "resize-y")} />}
    </Field>
  );
}
