"use client";
import type { ReactNode } from "react";
import { PageField } from "@/components/session/page-field";
import { useMemberForm } from "@/components/session/use-form";
import { LinkButton, SubmitButton } from "@/components/ui/controls/button";
import { ScriptForm } from "@/components/ui/controls/script-form";
import { ErrorNotice, Notice } from "@/components/ui/notice";
import { isDone } from "@/lib/session/form-state";
import type { PageMember } from "@/lib/session/visitor";
import { type RotateState, rotateAction } from "../../actions";
import { WebhookSecret } from "../../secret/webhook-secret-when-used";

const TEXTS = {
  noAnswer: "There was no response. If the webhook has 2 active signing secrets, rotate again to see the new one.",
};

export function RotateForm({ page, id, verification }: { page: PageMember; id: string; verification: ReactNode }) {
  const { state, form, message, busy, dialog } = useMemberForm<RotateState>(page, rotateAction, TEXTS);
  if (isDone<RotateState>(state)) {
    return (
      <WebhookSecret page={page} keys={state.keys} verification={verification}>
        <Notice>The secret before signs as well for 24 hours.</Notice>
      </WebhookSecret>
    );
  }
  return (
    <ScriptForm dialog={dialog} onSubmit={form.onSubmit} className="grid grid-cols-1 gap-4">
      <PageField page={page} fields={{ webhook: id }} />
      <ErrorNotice text={message} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton busy={busy}>Rotate secret</SubmitButton>
        <LinkButton href={`/webhooks/${id}`}>Cancel</LinkButton>
      </div>
    </ScriptForm>
  );
}
