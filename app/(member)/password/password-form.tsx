"use client";
/** A new password, typed once and shown on request. */
import { type FormEvent, useState } from "react";
import { useAction } from "@/components/session/use-action";
import { Button, LinkButton } from "@/components/ui/controls/button";
import { Checkbox } from "@/components/ui/controls/checkbox";
import { TextField } from "@/components/ui/controls/field";
import { ScriptForm } from "@/components/ui/controls/script-form";
import { Notice } from "@/components/ui/notice";
import type { PasswordOutcome } from "@/lib/session/sign-in";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, PASSWORD_RULE } from "@/lib/session/sign-in-messages";
import type { PageMember } from "@/lib/session/visitor";
import { choosePassword } from "./actions";

type Message = { tone: "good" | "bad"; text: string };

const MESSAGES: Record<PasswordOutcome["kind"], Message> = {
  changed: { tone: "good", text: "Your password is set. You are signed out everywhere else." },
  "not a password": { tone: "bad", text: PASSWORD_RULE },
  busy: { tone: "bad", text: "Too many passwords are being set right now. Save it once more in a moment." },
};

const TEXTS = {
  noAnswer:
    "There was no response, so your password may have been changed or not. Check your connection and save it once more: that does no harm. If you are asked who you are then, try the new password first, and the old one after it.",
};

export function PasswordForm({ page }: { page: PageMember }) {
  const [message, setMessage] = useState<Message | null>(null);
  const [shown, setShown] = useState(false);
  const { run, busy, dialog } = useAction(page, TEXTS);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const fields = event.currentTarget;
    run(
      () => choosePassword(page, new FormData(fields)),
      ({ kind }) => {
        if (kind === "changed") fields.reset();
        setMessage(MESSAGES[kind]);
      },
      (text) => setMessage(text === null ? null : { tone: "bad", text }),
    );
  }

  return (
    <>
      <ScriptForm onSubmit={submit} className="flex flex-col gap-4">
        <input type="text" autoComplete="username" value={page.email} readOnly hidden />
        <TextField
          label="New password"
          name="password"
          type={shown ? "text" : "password"}
          autoComplete="new-password"
          hint={PASSWORD_RULE}
          required
          minLength={MIN_PASSWORD_LENGTH}
          maxLength={MAX_PASSWORD_LENGTH}
          autoCapitalize="none"
          spellCheck={false}
        />
        <Checkbox label="Show it" checked={shown} onChange={(event) => setShown(event.target.checked)} />
        {message !== null && (
          <Notice tone={message.tone} role={message.tone === "good" ? "status" : "alert"}>
            {message.text}
          </Notice>
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" look="primary" busy={busy}>
            Save the password
          </Button>
          <LinkButton href="/tokens" look="quiet">
            Go to your tokens
          </LinkButton>
        </div>
      </ScriptForm>
      {dialog}
    </>
  );
}
