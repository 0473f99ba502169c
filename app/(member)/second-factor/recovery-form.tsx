"use client";
/** New recovery codes in the place of those before, for a code. */
import { useRouter } from "next/navigation";
import { type FormEvent, useState, useTransition } from "react";
import { createRecoveryCodes } from "@/components/second-factor/actions";
import { RecoveryCodes } from "@/components/second-factor/recovery-codes";
import { CodeField } from "@/components/session/code-field";
import { useIdentity } from "@/components/session/use-identity";
import { Card } from "@/components/ui/card";
import { Button } from "@/components/ui/controls/button";
import { ScriptForm } from "@/components/ui/controls/script-form";
import { ErrorNotice } from "@/components/ui/notice";
import type { PageMember } from "@/lib/session/visitor";

const NO_ANSWER =
  "No answer came, so your recovery codes may be void. Check your connection, and create new ones with the next code.";

export function RecoveryForm({ page }: { page: PageMember }) {
  const [codes, setCodes] = useState<string[] | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const [isPending, start] = useTransition();
  const router = useRouter();
  const { ask, dialog } = useIdentity(page);

  const send = (code: string) =>
    start(async () => {
      const answer = await createRecoveryCodes(page, { code }).catch(() => null);
      if (answer === null) return setMessage(NO_ANSWER);
      if ("refused" in answer) return setMessage(ask(answer, () => send(code)));
      setMessage("said" in answer ? answer.said : null);
      if ("recoveryCodes" in answer) setCodes(answer.recoveryCodes);
    });
  const close = (how: "closed" | "page left") => {
    setCodes(null);
    if (how === "closed") router.refresh();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    send(String(new FormData(event.currentTarget).get("code") ?? ""));
  };
  return (
    <Card title="Recovery codes" description="For when you do not have your phone. New ones make those of before void.">
      {codes === null ? (
        <ScriptForm onSubmit={submit} className="grid max-w-sm grid-cols-1 gap-4">
          <CodeField />
          <ErrorNotice text={message} />
          <div>
            <Button type="submit" busy={isPending}>
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
