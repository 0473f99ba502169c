"use client";
/** A token's name and purpose in a form. */
import { formatLength } from "@/components/tokens/text-length";
import { TextAreaField, TextField } from "@/components/ui/controls/field";
import type { TokenLabels } from "@/lib/tokens/change/edit";
import { MAX_NAME_LENGTH, MAX_PURPOSE_LENGTH } from "@/lib/tokens/policy";

type LabelFieldsProps = {
  draft: TokenLabels;
  requirePurpose: boolean;
  errors: { name: string | null; purpose: string | null };
  onChange: (part: Partial<TokenLabels>) => void;
};

export function LabelFields({ draft: { name, purpose }, requirePurpose, errors, onChange }: LabelFieldsProps) {
  return (
    <div className="grid gap-4">
      <TextField
        label="Name"
        value={name}
        hint={formatLength(name, MAX_NAME_LENGTH)}
        autoComplete="off"
        error={errors.name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <TextAreaField
        label="Purpose"
        value={purpose}
        required={requirePurpose}
        hint={formatLength(purpose, MAX_PURPOSE_LENGTH)}
        error={errors.purpose}
        onChange={(event) => onChange({ purpose: event.target.value })}
      />
    </div>
  );
}
