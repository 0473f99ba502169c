"use client";
import { type FormEvent, useState } from "react";
import { useMemberAction } from "@/components/session/use-member-action";
import { LinkButton, SubmitButton } from "@/components/ui/controls/button";
import { PasswordField } from "@/components/ui/controls/password-field";
import { ScriptForm } from "@/components/ui/controls/script-form";
import { ErrorNotice, Notice } from "@/components/ui/notice";
import type { PasswordOutcome } from "@/lib/session/sign-in";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, PASSWORD_RULE } from "@/lib/session/sign-in-messages";
import type { PageMember } from "@/lib/session/visitor";
import { choosePassword } from "./actions";

const MESSAGES: Record<Exclude<PasswordOutcome["kind"], "changed">, string> = {
  "not a password": PASSWORD_RULE,
  busy: "Too many passwords are being set right now. Save it once more in a moment.",
};

const TEXTS = {
  noAnswer:
    "There was no response, so your password may have been changed or not. Check your connection and save it once more: that does no harm. If you are asked who you are then, try the new password first, and the old one after it.",
};

export function PasswordForm({ page }: { page: PageMember }) {
  const [isSet, setIsSet] = useState(false);
  const { run, message, tell, busy, dialog } = useMemberAction(page, TEXTS);

  function submit(event: FormEvent<HTMLFormElement>): void {
    const fields = event.currentTarget;
    setIsSet(false);
    run(
      () => choosePassword(page, new FormData(fields)),
      ({ kind }) => {
        if (kind !== "changed") return tell(MESSAGES[kind]);
        fields.reset();
        setIsSet(true);
      },
    );
  }

  return (
    <ScriptForm dialog={dialog} onSubmit={submit} className="flex flex-col gap-4">
      <input type="text" autoComplete="username" value={page.email} readOnly hidden />
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        hint={PASSWORD_RULE}
        required
        minLength={MIN_PASSWORD_LENGTH}
        maxLength={MAX_PASSWORD_LENGTH}
      />
      <ErrorNotice text={message} />
      {isSet && (
        <Notice tone="good" role="status">
          Your password is set. You are signed out everywhere else.
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <SubmitButton busy={busy}>Save the password</SubmitButton>
        <LinkButton href="/tokens" look="quiet">
          Go to your tokens
        </LinkButton>
      </div>
    </ScriptForm>
  );
}
