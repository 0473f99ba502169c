"use client";
import { useState } from "react";
import { ConfirmButton } from "@/components/confirm/confirm-button";
import type { Confirmation } from "@/components/confirm/confirm-form";
import { Card } from "@/components/ui/card";
import { Button } from "@/components/ui/controls/button";
import { Notice } from "@/components/ui/notice";
import type { PageMember } from "@/lib/session/visitor";
import type { Said } from "../actions";

type SecondFactorCardProps = {
  page: PageMember;
  memberId: string;
  confirmation: Confirmation<Said>;
  isOn: boolean;
  disabledReason: string | null;
};

export function SecondFactorCard({ page, memberId, confirmation, isOn, disabledReason }: SecondFactorCardProps) {
  const [said, setSaid] = useState<string | null>(null);
  return (
    <Card title="Second factor" description={isOn ? "They sign in with a code from their phone." : "Not set up."}>
      <div className="grid grid-cols-1 justify-items-start gap-4 empty:hidden">
        {isOn && disabledReason === null && (
          <ConfirmButton
            href={`/admin/members/${memberId}/reset-second-factor`}
            page={page}
            confirmation={confirmation}
            onOpen={() => setSaid(null)}
            onDone={(done) => setSaid(done.said)}
          >
            <Button type="submit" look="risky">
              Reset second factor
            </Button>
          </ConfirmButton>
        )}
        {isOn && disabledReason !== null && <p className="text-quiet text-sm">{disabledReason}</p>}
        {said !== null && (
          <Notice tone="good" role="status">
            {said}
          </Notice>
        )}
      </div>
    </Card>
  );
}
