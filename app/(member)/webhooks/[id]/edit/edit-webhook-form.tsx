"use client";
import { PageField } from "@/components/session/page-field";
import { useMemberForm } from "@/components/session/use-form";
import { Card } from "@/components/ui/card";
import { Button, LinkButton } from "@/components/ui/controls/button";
import { ScriptForm } from "@/components/ui/controls/script-form";
import { ErrorNotice } from "@/components/ui/notice";
import { isDone } from "@/lib/session/form-state";
import type { PageMember } from "@/lib/session/visitor";
import { changeAction, type Problems } from "../../actions";
import { type FieldChoice, type FieldsBegun, type PayloadChoice, problemOf, WebhookFields } from "../../webhook-fields";

type EditWebhookFormProps = {
  page: PageMember;
  id: string;
  /** As the page shows it: a change that was made meanwhile is not overwritten. */
  version: string;
  begun: FieldsBegun;
  choices: readonly FieldChoice[];
  payloads: readonly PayloadChoice[];
};

const TEXTS = { noAnswer: "There was no response. Reload the page to see whether it was saved." };

export function EditWebhookForm({ page, id, version, begun, choices, payloads }: EditWebhookFormProps) {
  const { state, form, message, busy, dialog } = useMemberForm<Problems>(page, changeAction, TEXTS);
  const problems = isDone<Problems>(state) ? state.problems : [];
  return (
    <>
      <ScriptForm onSubmit={form.onSubmit}>
        <PageField page={page} />
        <input type="hidden" name="webhook" value={id} />
        <input type="hidden" name="version" value={version} />
        <Card>
          <div className="grid grid-cols-1 gap-5">
            <WebhookFields
              begun={begun}
              choices={choices}
              payloads={payloads}
              problems={problems}
              urlHint="Changes that were not accepted yet go to the new URL. The secret stays the same."
            />
            <ErrorNotice text={busy ? null : (message ?? problemOf(problems, null))} />
            <div className="flex flex-wrap gap-3">
              <Button type="submit" look="primary" busy={busy}>
                Save changes
              </Button>
              <LinkButton href={`/webhooks/${id}`}>Cancel</LinkButton>
            </div>
          </div>
        </Card>
      </ScriptForm>
      {dialog}
    </>
  );
}
