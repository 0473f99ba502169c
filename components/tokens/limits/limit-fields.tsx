"use client";
import { TextAreaField, TextField } from "@/components/ui/controls/field";
import type { TokenLimits } from "@/lib/model";
import { FieldChoice, type LimitChoiceProps } from "./field-choice";
import { RowChoice } from "./row-choice";

export type LimitFieldsProps = Omit<LimitChoiceProps, "error"> & {
  errorOf: (part: keyof TokenLimits) => string | null;
  /** The service's own limit, for every token. */
  requestsPerMinute: number;
};

export function LimitFields({ entities, draft, errorOf, requestsPerMinute, onChange }: LimitFieldsProps) {
  return (
    <div className="grid grid-cols-1 gap-6">
      <FieldChoice {...{ entities, draft, onChange }} error={errorOf("deniedFields")} />
      <RowChoice {...{ entities, draft, onChange }} error={errorOf("rows")} />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <TextAreaField
          label="IP addresses"
          data-part="allowedAddresses"
          required={false}
          rows={3}
          className="[&_textarea]:font-mono [&_textarea]:text-sm"
          autoComplete="off"
          spellCheck={false}
          placeholder={"192.0.2.7\n10.0.0.0/8"}
          hint="One per line: addresses or ranges, IPv4 or IPv6. The token is refused from any other address. Default: any address."
          value={draft.addresses}
          error={errorOf("allowedAddresses")}
          onChange={(event) => onChange({ ...draft, addresses: event.target.value })}
        />
        <TextField
          label="Requests per minute"
          data-part="requestsPerMinute"
          required={false}
          inputMode="numeric"
          autoComplete="off"
          hint={`For this token alone. Default: ${requestsPerMinute.toLocaleString("en-GB")}.`}
          value={draft.requestsPerMinute}
          error={errorOf("requestsPerMinute")}
          onChange={(event) => onChange({ ...draft, requestsPerMinute: event.target.value })}
        />
      </div>
    </div>
  );
}
