import { type ReactNode, useId } from "react";
import { Checkbox } from "@/components/ui/controls/checkbox";
import { FieldError } from "@/components/ui/controls/field";

type ChoiceListProps = {
  legend: string;
  hint?: string;
  name: string;
  options: { value: string; label: string; hint?: string }[];
  chosen: readonly string[];
  empty?: string;
  error: string | null;
  children?: ReactNode;
};

export function ChoiceList({ legend, hint, name, options, chosen, empty, error, children }: ChoiceListProps) {
  const id = useId();
  return (
    <fieldset className="min-w-0" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1 font-medium text-sm">{legend}</legend>
      {hint && <p className="mb-1.5 text-quiet text-sm">{hint}</p>}
      {options.length === 0 ? (
        empty && <p className="text-quiet text-sm">{empty}</p>
      ) : (
        <div className="grid max-h-64 grid-cols-1 gap-1.5 overflow-y-auto rounded-control border border-line px-3 py-2 [overflow-wrap:anywhere]">
          {options.map(({ value, label, hint: more }) => (
            <Checkbox
              key={value}
              name={name}
              value={value}
              label={<bdi>{label}</bdi>}
              hint={more}
              defaultChecked={chosen.includes(value)}
            />
          ))}
        </div>
      )}
      {children}
      <FieldError id={`${id}-error`} text={error} className="mt-1.5" />
    </fieldset>
  );
}
