"use client";
import { Checkbox } from "@/components/ui/controls/checkbox";
import { TextField } from "@/components/ui/controls/field";
import { MAX_WEBHOOK_NAME_LENGTH } from "@/lib/limits";
import type { WebhookPayload } from "@/lib/model";
import { ChoiceCard } from "../tokens/new/choice-card";

export type FieldChoice = { key: string; label: string };
export type FieldsBegun = { name: string; url: string; payload: string; fields: readonly string[] };
export type PayloadChoice = { value: WebhookPayload; label: string; hint: string };

export type WebhookFieldsProps = {
  begun: FieldsBegun;
  /** That the token can read. */
  choices: readonly FieldChoice[];
  payloads: readonly PayloadChoice[];
  problems: readonly WebhookProblem[];
  urlHint: string;
};

export function WebhookFields({ begun, choices, payloads, problems, urlHint }: WebhookFieldsProps) {
  return (
    <>
      <TextField
        label="URL"
        name="url"
        type="url"
        required
        defaultValue={begun.url}
        placeholder="https://hooks.example.com/records"
        autoComplete="off"
        spellCheck={false}
        hint={urlHint}
        error={problemOf(problems, "url")}
      />
      <TextField
        label="Name"
        name="name"
        required
        maxLength={MAX_WEBHOOK_NAME_LENGTH}
        defaultValue={begun.name}
        placeholder="Copy for the website"
        autoComplete="off"
        error={problemOf(problems, "name")}
      />
      <fieldset className="grid min-w-0 grid-cols-1 gap-2">
        <legend className="mb-1.5 font-medium text-sm">Payload</legend>
        <div className="grid grid-cols-1 gap-2 sm:grid-cols-3">
          {payloads.map(({ value, label, hint }) => (
            <ChoiceCard
              key={value}
              name="payload"
              {...{ value, label, hint }}
              defaultChecked={begun.payload === value}
            />
          ))}
        </div>
      </fieldset>
      <FieldsChoice key={choices.map(({ key }) => key).join()} begun={begun.fields} choices={choices} />
    </>
  );
}

/** Of whole records. Nothing ticked sends all that the token can read, also what is added later. */
function FieldsChoice({ begun, choices }: { begun: readonly string[]; choices: readonly FieldChoice[] }) {
  if (choices.length === 0) return null;
  const [known, chosen] = [new Set(choices.map(({ key }) => key)), new Set(begun)];
  const lost = begun.filter((key) => !known.has(key)).map((key) => ({ key, label: `${key} (no longer readable)` }));
  return (
    <details open={begun.length > 0} className="rounded-control border border-line px-3.5 py-2">
      <summary className="min-h-6 text-sm">
        <span className="font-medium">Only some fields</span>{" "}
        <span className="text-quiet">(default: all that the token can read)</span>
      </summary>
      <fieldset className="mt-2 grid min-w-0 grid-cols-1 gap-x-4 gap-y-1.5 text-sm sm:grid-cols-2 lg:grid-cols-3">
        <legend className="mb-2 text-quiet">
          Tick the fields to send. With none ticked, whole records have all fields, including later ones.
        </legend>
        {[...choices, ...lost].map(({ key, label }) => (
          <Checkbox key={key} name="field" value={key} label={label} defaultChecked={chosen.has(key)} />
        ))}
      </fieldset>
    </details>
  );
}

export type WebhookProblem = { field: string | null; message: string };

export function problemOf(problems: readonly WebhookProblem[], field: string | null): string | null {
  const found = problems.filter((each) => each.field === field);
  return found.length === 0 ? null : found.map(({ message }) => message).join(" ");
}
