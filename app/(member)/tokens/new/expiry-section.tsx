"use client";
/** When the token ends: presets, a day of one's own, or never, and the exact moment that this comes to. */
import { Card } from "@/components/ui/card";
import { TextField } from "@/components/ui/controls/field";
import { exactTime, localTime } from "@/components/ui/relative-time";
import { LocalDay, useInBrowser } from "@/components/ui/use-in-browser";
import { ChoiceCard, Problem } from "./choice-card";
import { CUSTOM_DAY, type Draft } from "./draft";
import { dayOf, type ExpiryOption } from "./expiry-options";

type ExpirySectionProps = {
  draft: Draft;
  options: readonly ExpiryOption[];
  /** The key of the option that is recommended. */
  usual: string;
  now: Date;
  /** The last moment that the policy allows. */
  latest: Date | null;
  /** undefined: not chosen yet. */
  expires: Date | null | undefined;
  error: string | null;
  onChange: (change: Partial<Draft>) => void;
};

export function ExpirySection({ draft, options, usual, now, latest, expires, error, onChange }: ExpirySectionProps) {
  return (
    <Card title="Expiry" description="After this moment every request with the token is refused.">
      <fieldset data-part="expires" aria-describedby="expires-moment" className="grid min-w-0 grid-cols-1 gap-3">
        <legend className="sr-only">Expires</legend>
        <div className="grid grid-cols-1 gap-2 sm:grid-cols-2 xl:grid-cols-3">
          {options.map(({ key, label, expires, refused }) => (
            <ChoiceCard
              key={key}
              group="expiry"
              value={key}
              label={label}
              mark={key === usual ? "Recommended" : undefined}
              hint={
                expires === null ? (
                  "until it is revoked"
                ) : (
                  <>
                    until <LocalDay at={expires} />
                  </>
                )
              }
              refused={refused}
              checked={draft.expiry === key}
              onChoose={(expiry) => onChange({ expiry })}
            />
          ))}
          <ChoiceCard
            group="expiry"
            value={CUSTOM_DAY}
            label="Custom"
            hint={
              latest === null ? (
                "a day of your choice"
              ) : (
                <>
                  <LocalDay at={latest} /> at most
                </>
              )
            }
            refused={null}
            checked={draft.expiry === CUSTOM_DAY}
            onChoose={(expiry) => onChange({ expiry })}
          />
        </div>
        {draft.expiry === CUSTOM_DAY && (
          <TextField
            label="Last day"
            hint="The token works until this day ends."
            type="date"
            className="max-w-60"
            value={draft.day}
            min={dayOf(now)}
            max={latest === null ? undefined : dayOf(latest)}
            error={error}
            onChange={(event) => onChange({ day: event.target.value })}
          />
        )}
        <p id="expires-moment" aria-live="polite" className="text-sm">
          <Moment expires={expires} />
        </p>
        {draft.expiry !== CUSTOM_DAY && <Problem text={error} />}
      </fieldset>
    </Card>
  );
}

function Moment({ expires }: { expires: Date | null | undefined }) {
  const local = useInBrowser(() => (expires ? localTime(expires) : null), null);
  if (expires === undefined) return null;
  if (expires === null) return <>Never expires. Whoever gets hold of it can use it until it is revoked.</>;
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
