"use client";
import { useRouter } from "next/navigation";
import { createRecoveryCodes } from "@/components/second-factor/actions";
import { RecoveryCodes } from "@/components/second-factor/recovery-codes";
import { useCodesForm } from "@/components/second-factor/use-codes-form";
import { CodeField } from "@/components/session/code-field";
import { Card } from "@/components/ui/card";
import { Button } from "@/components/ui/controls/button";
import { ScriptForm } from "@/components/ui/controls/script-form";
import { ErrorNotice } from "@/components/ui/notice";
import type { PageMember } from "@/lib/session/visitor";

const NO_ANSWER =
  "There was no response, so your recovery codes may be void. Check your connection, and create new ones with the next code.";

export function RecoveryForm({ page }: { page: PageMember }) {
  const router = useRouter();
  const { codes, forget, message, busy, submit, dialog } = useCodesForm({
    page,
    send: (code) => createRecoveryCodes(page, { code }),
    noAnswer: NO_ANSWER,
  });
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
