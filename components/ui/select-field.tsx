/** A choice of one out of a few, with its label. */
import { Field, type FieldTexts } from "./field";
import { Select, type SelectProps } from "./select";

export type { SelectOption } from "./select";

export type SelectFieldProps = FieldTexts & Omit<SelectProps, "id"> & { className?: string };

export function SelectField({ label, hint, error, className, ...select }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} required={select.required} className={className ?? ""}>
      {(control) => <Select {...select} {...control} />}
    </Field>
  );
}
