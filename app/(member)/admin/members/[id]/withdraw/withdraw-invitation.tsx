"use client";
/** Takes an invitation back that nobody has accepted. */
import { useRouter } from "next/navigation";
import { useState } from "react";
import { AskForm } from "@/components/asking/ask-form";
import { Button } from "@/components/ui/controls/button";
import { ConfirmDialog } from "@/components/ui/dialog/dialog";
import type { PageMember } from "@/lib/session/visitor";
import { withdraw } from "../../member-actions";
import { useAdministration } from "../../use-administration";
import { whatWithdrawingDoes } from "./what-withdraws";

export function WithdrawInvitation({ page, memberId, name }: { page: PageMember; memberId: string; name: string }) {
  const router = useRouter();
  const { run, busy, dialog } = useAdministration(page);
  const [asking, setAsking] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const confirm = () =>
    run(
      () => withdraw(page, { memberId }),
      (said) => (said.failed ? setError(said.said) : router.replace("/admin/members")),
    );
  return (
    <div>
      <AskForm action={`/admin/members/${memberId}/withdraw`} onAsk={() => setAsking(true)}>
        <Button type="submit">Withdraw invitation</Button>
      </AskForm>
      <ConfirmDialog
        open={asking}
        title={`Withdraw the invitation of ${name}?`}
        confirmLabel="Withdraw invitation"
        busy={busy}
        error={error}
        onConfirm={confirm}
        onCancel={() => setAsking(false)}
      >
        <p>{whatWithdrawingDoes(name)}</p>
      </ConfirmDialog>
      {dialog}
    </div>
  );
}
