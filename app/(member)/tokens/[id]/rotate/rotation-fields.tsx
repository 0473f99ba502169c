"use client";
/** What is chosen of a rotation: the old secret's last moment, and the new one's. */
import { Card } from "@/components/ui/card";
import { SelectField } from "@/components/ui/controls/field";
import type { OverlapSeconds } from "@/lib/tokens/policy";
import { ChoiceCard } from "../../new/choice-card";
import type { ExpiryChoice, OverlapChoice } from "./choices";

type RotationFieldsProps = {
  /** Of the old secret. */
  hint: string;
  overlaps: OverlapChoice[];
  expiries: ExpiryChoice[];
  overlapSeconds: OverlapSeconds;
  expiry: string;
  onOverlap: (seconds: OverlapSeconds) => void;
  onExpiry: (expiry: string) => void;
};

export function RotationFields(props: RotationFieldsProps) {
  const { hint, overlaps, expiries, overlapSeconds, expiry, onOverlap, onExpiry } = props;
  return (
    <>
      <Card title="How long can the old secret go on?" description={<code>{hint}</code>}>
        <fieldset className="grid min-w-0 grid-cols-1 gap-2 sm:grid-cols-2">
          <legend className="sr-only">Overlap</legend>
          {overlaps.map(({ seconds, label, hint }) => (
            <ChoiceCard
              key={seconds}
              group="overlap"
              value={String(seconds)}
              label={label}
              hint={hint}
              refused={null}
              checked={overlapSeconds === seconds}
              onChoose={() => onOverlap(seconds)}
            />
          ))}
        </fieldset>
      </Card>
      <Card title="When does the new secret end?" description="Rotating alone never extends a token’s lifetime.">
        <SelectField
          label="Expiry of the new secret"
          value={expiry}
          options={expiries}
          onChange={(event) => onExpiry(event.target.value)}
        />
      </Card>
    </>
  );
}
