"use client";
/** Withdraws an invitation that has not been accepted. */
import { useRouter } from "next/navigation";
import { useState } from "react";
import { AskForm } from "@/components/asking/ask-form";
import { useMemberAction } from "@/components/session/use-member-action";
import { Button } from "@/components/ui/controls/button";
import { ConfirmDialog } from "@/components/ui/dialog/dialog";
import type { PageMember } from "@/lib/session/visitor";
import { ADMINISTRATION } from "../../administration";
import { withdraw } from "../../member-actions";
import { whatWithdrawingDoes } from "./what-withdraws";

export function WithdrawInvitation({ page, memberId, name }: { page: PageMember; memberId: string; name: string }) {
  const router = useRouter();
  const { run, message, tell, busy, dialog } = useMemberAction(page, ADMINISTRATION);
  const [asking, setAsking] = useState(false);
  const ask = () => {
    tell(null);
    setAsking(true);
  };
  const confirm = () =>
    run(
      () => withdraw(page, { memberId }),
      (said) => (said.failed ? tell(said.said) : router.replace("/admin/members")),
    );
  return (
    <div>
      <AskForm action={`/admin/members/${memberId}/withdraw`} onAsk={ask}>
        <Button type="submit">Withdraw invitation</Button>
      </AskForm>
      <ConfirmDialog
        open={asking}
        title={`Withdraw the invitation of ${name}?`}
        confirmLabel="Withdraw invitation"
        busy={busy}
        error={message}
        onConfirm={confirm}
        onCancel={() => setAsking(false)}
      >
        <p>{whatWithdrawingDoes(name)}</p>
      </ConfirmDialog>
      {dialog}
    </div>
  );
}
