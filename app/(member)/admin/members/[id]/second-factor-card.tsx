"use client";
/** Whether a member has a second factor, and taking it from somebody who has lost their phone. */
import { useState } from "react";
import { AskForm } from "@/components/asking/ask-form";
import { Card } from "@/components/ui/card";
import { Button } from "@/components/ui/controls/button";
import { ConfirmDialog } from "@/components/ui/dialog/dialog";
import { Notice } from "@/components/ui/notice";
import type { PageMember } from "@/lib/session/visitor";
import type { Said } from "../actions";
import { resetSecondFactor } from "../member-actions";
import { useAdministration } from "../use-administration";
import { whatResettingDoes } from "./reset-second-factor/what-resets";

type SecondFactorCardProps = {
  page: PageMember;
  memberId: string;
  name: string;
  isOn: boolean;
  /** Why it cannot be reset; null where it can be. */
  hindrance: string | null;
};

export function SecondFactorCard({ page, memberId, name, isOn, hindrance }: SecondFactorCardProps) {
  const { run, busy, dialog } = useAdministration(page);
  const [asking, setAsking] = useState(false);
  const [said, setSaid] = useState<Said | null>(null);
  const confirm = () =>
    run(
      () => resetSecondFactor(page, { memberId }),
      (answer) => {
        setSaid(answer);
        setAsking(false);
      },
    );
  return (
    <Card title="Second factor" description={isOn ? "Signing in asks for a code of their phone." : "They have none."}>
      <div className="grid grid-cols-1 justify-items-start gap-4 empty:hidden">
        {isOn && hindrance === null && (
          <AskForm action={`/admin/members/${memberId}/reset-second-factor`} onAsk={() => setAsking(true)}>
            <Button type="submit" look="risky">
              Reset second factor
            </Button>
          </AskForm>
        )}
        {isOn && hindrance !== null && <p className="text-quiet text-sm">{hindrance}</p>}
        {said !== null && (
          <Notice tone={said.failed ? "bad" : "good"} role={said.failed ? "alert" : "status"}>
            {said.said}
          </Notice>
        )}
      </div>
      <ConfirmDialog
        open={asking}
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
