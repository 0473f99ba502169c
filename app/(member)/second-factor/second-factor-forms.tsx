"use client";
import { useRouter } from "next/navigation";
import type { FormEvent } from "react";
import { createRecoveryCodes, turnOffSecondFactor } from "@/components/second-factor/actions";
import { RecoveryCodes, useCodesForm } from "@/components/second-factor/recovery-codes";
import { CodeField } from "@/components/session/code-field";
import { useMemberAction } from "@/components/session/use-member-action";
import { Card } from "@/components/ui/card";
import { Button } from "@/components/ui/controls/button";
import { TextField } from "@/components/ui/controls/field";
import { ScriptForm } from "@/components/ui/controls/script-form";
import { ErrorNotice } from "@/components/ui/notice";
import type { PageMember } from "@/lib/session/visitor";

/** `isAsked`: the organization requires a second factor. */
type TurnOffFormProps = { page: PageMember; hasPassword: boolean; isAsked: boolean };

const TEXTS = {
  noAnswer:
    "There was no response, so your second factor may be off or not. Check your connection, and load this page again: it shows which.",
};

export function TurnOffForm({ page, hasPassword, isAsked }: TurnOffFormProps) {
  const router = useRouter();
  const { run, message, tell, busy, dialog } = useMemberAction(page, TEXTS);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    const fields = new FormData(event.currentTarget);
    const sent = { password: String(fields.get("password") ?? ""), code: String(fields.get("code") ?? "") };
    run(
      () => turnOffSecondFactor(page, sent),
      (outcome) => ("said" in outcome ? tell(outcome.said) : router.refresh()),
    );
  };
  return (
    <Card
      title="Turn off, or change phones"
      description={
        isAsked
          ? `${page.organizationName} asks for a second factor: you are led to setting up the next one right away.`
          : "Signing in asks for your password alone then. You are signed out everywhere else."
      }
    >
      <ScriptForm dialog={dialog} onSubmit={submit} className="grid max-w-sm grid-cols-1 gap-4">
        <input type="text" autoComplete="username" value={page.email} readOnly hidden />
        {hasPassword && (
          <TextField label="Password" name="password" type="password" autoComplete="current-password" required />
        )}
        <CodeField />
        <ErrorNotice text={message} />
        <div>
          <Button type="submit" look="risky" busy={busy}>
            Turn off
          </Button>
        </div>
      </ScriptForm>
    </Card>
  );
}

const NO_ANSWER =
  "There was no response, so your recovery codes may be void. Check your connection, and create new ones with the next code.";

export function RecoveryForm({ page }: { page: PageMember }) {
  const router = useRouter();
  const send = (code: string) => createRecoveryCodes(page, { code });
  const { codes, forget, message, busy, submit, dialog } = useCodesForm(page, send, NO_ANSWER);
  const close = (how: "closed" | "page left") => {
    forget();
    if (how === "closed") router.refresh();
  };
  return (
    <Card title="Recovery codes" description="For when you do not have your phone. New ones make those of before void.">
      {codes === null ? (
        <ScriptForm onSubmit={submit} className="grid max-w-sm grid-cols-1 gap-4">
          <CodeField />
          <ErrorNotice text={message} />
          <div>
            <Button type="submit" busy={busy}>
              Create new recovery codes
            </Button>
          </div>
        </ScriptForm>
      ) : (
        <RecoveryCodes codes={codes} title="Your new recovery codes" onClose={close} />
      )}
      {dialog}
    </Card>
  );
}
