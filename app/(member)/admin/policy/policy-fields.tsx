"use client";
import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/controls/checkbox";
import { SelectField, TextAreaField, TextField } from "@/components/ui/controls/field";
import { TOLD_BEFORE_REVOKING_DAYS } from "@/lib/limits";
import { SECOND_FACTOR_RULES } from "@/lib/model";
import { BOUNDS, type PolicyDraft, type ReadDraft } from "./draft";

type PolicyFieldsProps = {
  draft: PolicyDraft;
  problems: ReadDraft["problems"];
  change: (part: Partial<PolicyDraft>) => void;
};

export function PolicyFields({ draft, problems, change }: PolicyFieldsProps) {
  const number = (part: keyof typeof BOUNDS) => ({
    className: "*:[input]:max-w-40",
    inputMode: "numeric" as const,
    autoComplete: "off",
    value: draft[part],
    error: problems[part] ?? null,
  });
  return (
    <>
      <Group title="New tokens" note="Existing tokens are not affected.">
        <TextField
          label="Maximum lifetime in days"
          hint={`${range("maxLifetimeDays")} Leave empty for no maximum.`}
          {...number("maxLifetimeDays")}
          onChange={(event) => change({ maxLifetimeDays: event.target.value })}
        />
        <Checkbox
          label="Every token must expire"
          hint="A forgotten token then stops by itself. Without this, the maximum applies only to tokens that expire."
          checked={draft.mustExpire}
          onChange={(event) => change({ mustExpire: event.target.checked })}
        />
        <Checkbox
          label="Require a purpose"
          hint="Tells others later what would break without the token."
          checked={draft.requirePurpose}
          onChange={(event) => change({ requirePurpose: event.target.checked })}
        />
        <TextField
          label="Live tokens per member"
          hint={`${range("maxLiveTokens")} Leave empty for no maximum. Rotating a token is always possible.`}
          {...number("maxLiveTokens")}
          onChange={(event) => change({ maxLiveTokens: event.target.value })}
        />
      </Group>
      <Group title="All tokens" note="From the next request on.">
        <TextField
          label="Revoke after days without use"
          hint={`${range("revokeUnusedAfterDays")} Leave empty to keep them. Owners are notified ${TOLD_BEFORE_REVOKING_DAYS} days before. A token that was never used counts from its creation.`}
          {...number("revokeUnusedAfterDays")}
          onChange={(event) => change({ revokeUnusedAfterDays: event.target.value })}
        />
        <TextAreaField
          label="Allowed addresses"
          hint="IP addresses and ranges, one per line, such as 192.0.2.7 or 10.0.0.0/8. Leave empty to allow all. From other addresses, tokens are refused as if they did not exist; these pages are not affected."
          rows={3}
          spellCheck={false}
          autoComplete="off"
          value={draft.allowedAddresses}
          error={problems.allowedAddresses ?? null}
          onChange={(event) => change({ allowedAddresses: event.target.value })}
        />
      </Group>
      <Group title="Signing in" note="From the next page on.">
        <SelectField
          label="Second factor"
          hint="Members without one have to set it up before they can do anything else. Signing in through your identity provider counts. Tokens are not affected."
          options={SECOND_FACTOR_OPTIONS}
          value={draft.requireSecondFactor ?? ""}
          onChange={({ target: { value } }) =>
            change({ requireSecondFactor: SECOND_FACTOR_RULES.find((rule) => rule === value) ?? null })
          }
        />
      </Group>
    </>
  );
}

const SECOND_FACTOR_OPTIONS = [
  { value: "", label: "Optional" },
  { value: "administrators", label: "Required for administrators" },
  { value: "members", label: "Required for everyone" },
];

function range(part: keyof typeof BOUNDS): string {
  const { least, most } = BOUNDS[part];
  return `From ${least} to ${most.toLocaleString("en")}.`;
}

function Group({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <Card title={title} description={note}>
      <div className="grid gap-5">{children}</div>
    </Card>
  );
}
