"use client";
import { Card } from "@/components/ui/card";
import { SelectField, type SelectOption, TextField } from "@/components/ui/controls/field";
import { useHydrated, useInBrowser } from "@/components/ui/controls/use-in-browser";
import { exactDay, exactTime, localDay, localTime } from "@/components/ui/time/relative-time";
import { CUSTOM_DAY, type Draft } from "./draft";
import { dayOf, type ExpiryOption } from "./expiry-options";

type ExpirySectionProps = {
  draft: Draft;
  options: readonly ExpiryOption[];
  usual: string;
  now: Date;
  latest: Date | null;
  expires: Date | null | undefined;
  error: string | null;
  onChange: (change: Partial<Draft>) => void;
};

export function ExpirySection({ draft, options, usual, now, latest, expires, error, onChange }: ExpirySectionProps) {
  const isCustom = draft.expiry === CUSTOM_DAY;
  const formatDay = useHydrated() ? localDay : exactDay;
  return (
    <Card title="Expiry" description="After this moment every request with the token is refused.">
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <SelectField
          label="Expires"
          data-part={isCustom ? undefined : "expires"}
          value={draft.expiry}
          options={[
            ...options.map((option) => toChoice(option, usual, formatDay)),
            { value: CUSTOM_DAY, label: latest === null ? "Custom" : `Custom (${formatDay(latest)} at most)` },
          ]}
          error={isCustom ? null : error}
          onChange={(event) => onChange({ expiry: event.target.value })}
        />
        {isCustom && (
          <TextField
            label="Last day"
            data-part="expires"
            hint="The token works until this day ends."
            type="date"
            value={draft.day}
            min={dayOf(now)}
            max={latest === null ? undefined : dayOf(latest)}
            error={error}
            onChange={(event) => onChange({ day: event.target.value })}
          />
        )}
        <p aria-live="polite" className="text-sm sm:col-span-2">
          <Moment expires={expires} />
        </p>
      </div>
    </Card>
  );
}

function toChoice(option: ExpiryOption, usual: string, formatDay: (at: Date) => string): SelectOption {
  const { key, label, expires, refused } = option;
  const day = expires === null ? "until it is revoked" : formatDay(expires);
  const mark = key === usual ? ", recommended" : "";
  return { value: key, label: `${label} (${refused ?? `${day}${mark}`})`, disabled: refused !== null };
}

function Moment({ expires }: { expires: Date | null | undefined }) {
  const local = useInBrowser(() => (expires ? localTime(expires) : null), null);
  if (expires === undefined) return null;
  if (expires === null) return <>Never expires. Anyone who gets hold of it can use it until it is revoked.</>;
  return (
    <>
      Expires{" "}
      <time dateTime={expires.toISOString()} className="font-medium">
        {exactTime(expires)}
      </time>
      {local && <span className="text-quiet"> ({local})</span>}
    </>
  );
}
