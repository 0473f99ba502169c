"use client";
/** Without a script there is no button, because the browser would send the form without the secret and lose it. */
import { useEffect, useState } from "react";
import { usePublicForm } from "@/components/session/use-form";
import { SubmitButton } from "@/components/ui/controls/button";
import { ErrorNotice } from "@/components/ui/notice";
import { acceptInvitation, signInWithLink } from "../../actions";

const NO_ANSWER =
  "No response came. Check your connection, and try again. If the link is refused then, it has been used up: ask for a new one.";

const KINDS = {
  "sign-in": { action: signInWithLink, label: "Sign in" },
  invitation: { action: acceptInvitation, label: "Accept invitation" },
};

/** `next`: the page to continue to; empty: the default. */
export function LinkForm({ kind, next = "" }: { kind: keyof typeof KINDS; next?: string }) {
  const { action, label } = KINDS[kind];
  const { form, message: said, busy } = usePublicForm(action, { message: null }, NO_ANSWER);
  const [secret, setSecret] = useState<string | null>(null);
  useEffect(() => setSecret(window.location.hash.slice(1)), []);
  const message =
    secret === "" ? "This address is not the whole link. Open it as you were given it, to the last letter." : said;
  return (
    <form {...form} className="flex flex-col gap-4">
      <input type="hidden" name="secret" value={secret ?? ""} />
      <input type="hidden" name="next" value={next} />
      <ErrorNotice text={message} />
      <SubmitButton busy={busy} disabled={secret === null} className="w-full">
        {label}
      </SubmitButton>
    </form>
  );
}
