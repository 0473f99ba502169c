"use client";
/** Shows whether a member has a second factor, and resets it for a member who has lost their phone. */
import { useState } from "react";
import { AskForm } from "@/components/asking/ask-form";
import { useMemberAction } from "@/components/session/use-member-action";
import { Card } from "@/components/ui/card";
import { Button } from "@/components/ui/controls/button";
import { ConfirmDialog } from "@/components/ui/dialog/dialog";
import { ErrorNotice, Notice } from "@/components/ui/notice";
import type { PageMember } from "@/lib/session/visitor";
import type { Said } from "../actions";
import { ADMINISTRATION } from "../administration";
import { resetSecondFactor } from "../member-actions";
import { whatResettingDoes } from "./reset-second-factor/what-resets";

type SecondFactorCardProps = {
  page: PageMember;
  memberId: string;
  name: string;
  isOn: boolean;
  /** Why it cannot be reset; null if it can. */
  hindrance: string | null;
};

export function SecondFactorCard({ page, memberId, name, isOn, hindrance }: SecondFactorCardProps) {
  const { run, message, tell, busy, dialog } = useMemberAction(page, ADMINISTRATION);
  const [asking, setAsking] = useState(false);
  const [said, setSaid] = useState<Said | null>(null);
  const ask = () => {
    setSaid(null);
    tell(null);
    setAsking(true);
  };
  const confirm = () =>
    run(
      () => resetSecondFactor(page, { memberId }),
      (answer) => {
        setSaid(answer);
        setAsking(false);
      },
    );
  return (
    <Card title="Second factor" description={isOn ? "They sign in with a code from their phone." : "Not set up."}>
      <div className="grid grid-cols-1 justify-items-start gap-4 empty:hidden">
        {isOn && hindrance === null && (
          <AskForm action={`/admin/members/${memberId}/reset-second-factor`} onAsk={ask}>
            <Button type="submit" look="risky">
              Reset second factor
            </Button>
          </AskForm>
        )}
        <ErrorNotice text={message} />
        {isOn && hindrance !== null && <p className="text-quiet text-sm">{hindrance}</p>}
        {said !== null && (
          <Notice tone={said.failed ? "bad" : "good"} role={said.failed ? "alert" : "status"}>
            {said.said}
          </Notice>
        )}
      </div>
      <ConfirmDialog
        open={asking && message === null}
        title={`Reset the second factor of ${name}?`}
        confirmLabel="Reset second factor"
        busy={busy}
        onConfirm={confirm}
        onCancel={() => setAsking(false)}
      >
        <p>{whatResettingDoes(name)}</p>
      </ConfirmDialog>
      {dialog}
    </Card>
  );
}
