"use client";
import Link from "next/link";
import { type FormEvent, type ReactNode, useState } from "react";
import { PageField } from "@/components/session/page-field";
import { useMemberForm } from "@/components/session/use-form";
import { Card } from "@/components/ui/card";
import { Button } from "@/components/ui/controls/button";
import { ScriptForm } from "@/components/ui/controls/script-form";
import { ErrorNotice, Notice } from "@/components/ui/notice";
import { isDone } from "@/lib/session/form-state";
import type { PageMember } from "@/lib/session/visitor";
import { type CreatedBefore, type CreateState, createAction } from "../actions";
import { WebhookSecret } from "../secret/webhook-secret-when-used";
import { type FieldChoice, type PayloadChoice, problemOf, WebhookFields } from "../webhook-fields";

type NewWebhookFormProps = {
  page: PageMember;
  formId: string;
  tokenId: string;
  entityKey: string;
  choices: readonly FieldChoice[];
  payloads: readonly PayloadChoice[];
  verification: ReactNode;
};

const BEGUN = { name: "", url: "", payload: "records", fields: [] };

const TEXTS = {
  noAnswer: "There was no response. See in the list of webhooks whether it was created, before you try again.",
};

export function NewWebhookForm(props: NewWebhookFormProps) {
  const { page, formId, tokenId, entityKey, choices, payloads, verification } = props;
  const { state, form, message, busy, dialog } = useMemberForm<CreateState>(page, createAction, TEXTS);
  const [pressed, setPressed] = useState<"test" | "create">("create");
  const done = isDone<CreateState>(state) ? state : null;
  const problems = done !== null && "problems" in done ? done.problems : [];
  const tested = done !== null && "tested" in done ? done.tested : null;

  if (done !== null && "keys" in done)
    return <WebhookSecret page={page} keys={done.keys} verification={verification} />;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    setPressed(submitter?.getAttribute("value") === "test" ? "test" : "create");
    form.onSubmit(event);
  };
  return (
    <>
      <ScriptForm onSubmit={submit}>
        <PageField page={page} />
        <input type="hidden" name="form" value={formId} />
        <input type="hidden" name="token" value={tokenId} />
        <input type="hidden" name="entity" value={entityKey} />
        <Card title="Destination">
          <div className="grid grid-cols-1 gap-5">
            <WebhookFields
              begun={BEGUN}
              choices={choices}
              payloads={payloads}
              problems={problems}
              urlHint="A public https URL. We send signed POST requests, one at a time, and wait for a 2xx."
            />
            <div role="status" className="empty:hidden">
              {tested !== null && !busy && <Notice tone={tested.tone}>{tested.text}</Notice>}
            </div>
            {done !== null && "createdBefore" in done && <CreatedBeforeNotice {...done} />}
            <ErrorNotice text={busy ? null : (message ?? problemOf(problems, null))} />
            <div className="flex flex-wrap gap-3">
              <Button type="submit" look="primary" name="act" value="create" busy={busy && pressed === "create"}>
                Create webhook
              </Button>
              <Button type="submit" name="act" value="test" busy={busy && pressed === "test"}>
                Send a test
              </Button>
            </div>
          </div>
        </Card>
      </ScriptForm>
      {dialog}
    </>
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
