/** The parts of every form field around its control: a label, a hint, and an error. */
import clsx from "clsx";
import { ChevronDown, CircleAlert } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";
import { controlClass } from "./control-class";

type FieldTexts = {
  label: string;
  hint?: ReactNode;
  /** What to do about it, as a sentence. */
  error?: string | null | undefined;
};

/** The attributes that connect the control with these texts. */
type FieldControl = { id: string; "aria-describedby": string | undefined; "aria-invalid": true | undefined };

type FieldProps = FieldTexts & {
  required?: boolean | undefined;
  className?: string;
  children: (control: FieldControl) => ReactNode;
};

function Field({ label, hint, error, required, className, children }: FieldProps) {
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
      <FieldError id={`${id}-error`} text={error} />
    </div>
  );
}

type FieldErrorProps = { id?: string; text: string | null | undefined; className?: string };

/** Below a field, or a group of controls. */
export function FieldError({ id, text, className }: FieldErrorProps) {
  if (!text) return null;
  return (
    <p id={id} className={clsx("flex items-start gap-1.5 text-bad text-sm", className)}>
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 [overflow-wrap:anywhere]">{text}</span>
    </p>
  );
}

type TextFieldProps = FieldTexts & Omit<ComponentProps<"input">, "id">;
type TextAreaFieldProps = FieldTexts & Omit<ComponentProps<"textarea">, "id">;

/** A text field of one line, or of several (`TextAreaField`). Set `required={false}` to mark an optional field. */
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

type SelectFieldProps = FieldTexts & Omit<SelectProps, "id"> & { className?: string };

export function SelectField({ label, hint, error, className, ...select }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} required={select.required} className={className ?? ""}>
      {(control) => <Select {...select} {...control} />}
    </Field>
  );
}

export type SelectOption = { value: string; label: string; disabled?: boolean };

/** `children`: groups of further options. */
type SelectProps = Omit<ComponentProps<"select">, "className"> & { options: readonly SelectOption[] };

/** The browser's own select, as wide as its container. The parent has to label it. */
export function Select({ options, children, ...select }: SelectProps) {
  return (
    <span className="relative block">
      <select {...select} className={clsx(controlClass, "appearance-none truncate pr-9")}>
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-3 size-4 text-quiet"
      />
    </span>
  );
}
