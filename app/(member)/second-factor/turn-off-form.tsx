"use client";
/** Doing without the second factor again, for the password and a code: the way to another phone, too. */
import { useRouter } from "next/navigation";
import { type FormEvent, useRef, useState, useTransition } from "react";
import { turnOffSecondFactor } from "@/components/second-factor/actions";
import { CodeField } from "@/components/session/code-field";
import { useIdentity } from "@/components/session/use-identity";
import { Card } from "@/components/ui/card";
import { Button } from "@/components/ui/controls/button";
import { TextField } from "@/components/ui/controls/field";
import { ScriptForm } from "@/components/ui/controls/script-form";
import { ErrorNotice } from "@/components/ui/notice";
import type { PageMember } from "@/lib/session/visitor";

/** `isAsked`: the organisation requires one. */
type TurnOffFormProps = { page: PageMember; hasPassword: boolean; isAsked: boolean };

const NO_ANSWER =
  "No answer came, so your second factor may be off or not. Check your connection, and load this page again: it shows which.";

export function TurnOffForm({ page, hasPassword, isAsked }: TurnOffFormProps) {
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const [message, setMessage] = useState<string | null>(null);
  const [isPending, start] = useTransition();
  const { ask, dialog } = useIdentity(page);

  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (form.current === null) return;
    const fields = new FormData(form.current);
    const sent = { password: String(fields.get("password") ?? ""), code: String(fields.get("code") ?? "") };
    start(async () => {
      const answer = await turnOffSecondFactor(page, sent).catch(() => null);
      if (answer === null) return setMessage(NO_ANSWER);
      if ("refused" in answer) return setMessage(ask(answer, submit));
      if ("said" in answer) return setMessage(answer.said);
      router.refresh();
    });
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
      <ScriptForm ref={form} onSubmit={submit} className="grid max-w-sm grid-cols-1 gap-4">
        <input type="text" autoComplete="username" value={page.email} readOnly hidden />
        {hasPassword && (
          <TextField label="Password" name="password" type="password" autoComplete="current-password" required />
        )}
        <CodeField />
        <ErrorNotice text={message} />
        <div>
          <Button type="submit" look="risky" busy={isPending}>
            Turn off
          </Button>
        </div>
      </ScriptForm>
      {dialog}
    </Card>
  );
}
