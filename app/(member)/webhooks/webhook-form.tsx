"use client";
import Link from "next/link";
import { type FormEvent, type ReactNode, useState } from "react";
import { PageField } from "@/components/session/page-field";
import { useMemberForm } from "@/components/session/use-form";
import { Card } from "@/components/ui/card";
import { Button, LinkButton, SubmitButton } from "@/components/ui/controls/button";
import { Checkbox } from "@/components/ui/controls/checkbox";
import { TextField } from "@/components/ui/controls/field";
import { ScriptForm } from "@/components/ui/controls/script-form";
import { ErrorNotice, Notice } from "@/components/ui/notice";
import { MAX_WEBHOOK_NAME_LENGTH } from "@/lib/limits";
import type { WebhookPayload } from "@/lib/model";
import { isDone } from "@/lib/session/form-state";
import type { PageMember } from "@/lib/session/visitor";
import { ChoiceCard } from "../tokens/new/choice-card";
import { type CreatedBefore, changeAction, createAction, type SaveState } from "./actions";
import type { WebhookProblem } from "./problems";
import { WebhookSecret } from "./secret/webhook-secret-when-used";

type WebhookFormProps = Pick<WebhookFieldsProps, "choices" | "payloads"> & {
  page: PageMember;
  /** The token and the entity of a new one, or the version that the page shows: a change made meanwhile stays. */
  target: Record<string, string>;
  /** null for a new one. */
  existing: (FieldsBegun & { id: string }) | null;
  /** Shown beside the secret of a new one. */
  verification?: ReactNode;
};

const NEW = {
  action: createAction,
  card: { title: "Destination" },
  urlHint: "A public https URL. We send signed POST requests, one at a time, and wait for a 2xx.",
  noAnswer: "There was no response. See in the list of webhooks whether it was created, before you try again.",
};

const EXISTING = {
  action: changeAction,
  card: {},
  urlHint: "Changes that were not accepted yet go to the new URL. The secret stays the same.",
  noAnswer: "There was no response. Reload the page to see whether it was saved.",
};

const BEGUN = { name: "", url: "", payload: "records", fields: [] };

export function WebhookForm({ page, target, existing, verification, ...offered }: WebhookFormProps) {
  const { action, card, urlHint, noAnswer } = existing === null ? NEW : EXISTING;
  const { state, form, message, busy, dialog } = useMemberForm<SaveState>(page, action, { noAnswer });
  const [isTest, setTest] = useState(false);
  const done = isDone<SaveState>(state) ? state : null;
  const problems = done !== null && "problems" in done ? done.problems : [];

  if (done !== null && "keys" in done)
    return <WebhookSecret page={page} keys={done.keys} verification={verification} />;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    setTest(submitter?.getAttribute("value") === "test");
    form.onSubmit(event);
  };
  return (
    <ScriptForm dialog={dialog} onSubmit={submit}>
      <PageField page={page} fields={target} />
      <Card {...card}>
        <div className="grid grid-cols-1 gap-5">
          <WebhookFields {...offered} begun={existing ?? BEGUN} problems={problems} urlHint={urlHint} />
          <div role="status" className="empty:hidden">
            {done !== null && "announced" in done && !busy && (
              <Notice tone={done.announced.tone}>{done.announced.text}</Notice>
            )}
          </div>
          {done !== null && "createdBefore" in done && <CreatedBeforeNotice {...done} />}
          <ErrorNotice text={busy ? null : (message ?? problemOf(problems, null))} />
          <div className="flex flex-wrap gap-3">
            <SubmitButton busy={busy && !isTest}>{existing === null ? "Create webhook" : "Save changes"}</SubmitButton>
            {existing === null ? (
              <Button type="submit" name="act" value="test" busy={busy && isTest}>
                Send a test
              </Button>
            ) : (
              <LinkButton href={`/webhooks/${existing.id}`}>Cancel</LinkButton>
            )}
          </div>
        </div>
      </Card>
    </ScriptForm>
  );
}

function CreatedBeforeNotice({ createdBefore: { id, name } }: CreatedBefore) {
  return (
    <Notice tone="warn" role="alert" title="This form has created its webhook already">
      <Link href={`/webhooks/${id}`} className="inline-block min-h-6 text-accent underline">
        <bdi>{name}</bdi>
      </Link>{" "}
      was created, and its signing secret cannot be shown again: rotate it there. To create another webhook, open this
      page again.
    </Notice>
  );
}

export type FieldChoice = { key: string; label: string };
type FieldsBegun = { name: string; url: string; payload: string; fields: readonly string[] };
type PayloadChoice = { value: WebhookPayload; label: string; hint: string };

type WebhookFieldsProps = {
  begun: FieldsBegun;
  /** The fields that the token can read. */
  choices: readonly FieldChoice[];
  payloads: readonly PayloadChoice[];
  problems: readonly WebhookProblem[];
  urlHint: string;
};

function WebhookFields({ begun, choices, payloads, problems, urlHint }: WebhookFieldsProps) {
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

/** Limits what is sent of each record. If nothing is ticked, all readable fields are sent, including fields that are added later. */
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

function problemOf(problems: readonly WebhookProblem[], field: string | null): string | null {
  const found = problems.filter((each) => each.field === field);
  return found.length === 0 ? null : found.map(({ message }) => message).join(" ");
}
