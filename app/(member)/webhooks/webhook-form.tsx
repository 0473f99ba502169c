"use client";
/** The form of a new webhook, and of one that is changed. */
import Link from "next/link";
import { type FormEvent, type ReactNode, useState } from "react";
import { PageField } from "@/components/session/page-field";
import { useMemberForm } from "@/components/session/use-form";
import { Card } from "@/components/ui/card";
import { Button, LinkButton } from "@/components/ui/controls/button";
import { HiddenFields } from "@/components/ui/controls/hidden-fields";
import { ScriptForm } from "@/components/ui/controls/script-form";
import { ErrorNotice, Notice } from "@/components/ui/notice";
import { isDone } from "@/lib/session/form-state";
import type { PageMember } from "@/lib/session/visitor";
import { type CreatedBefore, changeAction, createAction, type SaveState } from "./actions";
import { WebhookSecret } from "./secret/webhook-secret-when-used";
import { type FieldsBegun, problemOf, WebhookFields, type WebhookFieldsProps } from "./webhook-fields";

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
    <>
      <ScriptForm onSubmit={submit}>
        <PageField page={page} />
        <HiddenFields values={target} />
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
              <Button type="submit" look="primary" busy={busy && !isTest}>
                {existing === null ? "Create webhook" : "Save changes"}
              </Button>
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
