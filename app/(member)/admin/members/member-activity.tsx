"use client";
import { useState } from "react";
import { ConfirmTrigger, LazyConfirmDialog } from "@/components/confirm/confirm-button";
import { readAs } from "@/components/session/read-as";
import { useMemberAction } from "@/components/session/use-member-action";
import { Button } from "@/components/ui/controls/button";
import type { PageMember } from "@/lib/session/visitor";
import type { ConfirmedMember } from "./[id]/open-member";
import { activate, type Said } from "./actions";
import { ADMINISTRATION } from "./administration";
import { deactivationOf, type StoppingToken } from "./deactivation";

type MemberActivityProps = {
  member: ConfirmedMember & { active: boolean };
  disabledReason: string | null;
  size?: "normal" | "small";
  page: PageMember;
};

/** Aligns the button's text with that of the row, as far as a narrow cell has room. */
const IN_LINE = "-ml-2.5 @table:-my-1.5 @table:-mr-2 @table:ml-0";

export function MemberActivity({ member, disabledReason, size = "small", page }: MemberActivityProps) {
  const { id: memberId, name, email, active } = member;
  const [isConfirming, setConfirming] = useState(false);
  const [tokens, setTokens] = useState<StoppingToken[] | null>(null);
  const [outcome, setOutcome] = useState<Said | null>(null);
  const { run, message, busy, dialog } = useMemberAction(page, ADMINISTRATION);
  const isFailed = message !== null || outcome?.failed;
  const conclude = (said: Said | null) => {
    setOutcome(said);
    setConfirming(false);
  };
  const confirm = () => {
    setTokens(null);
    setOutcome(null);
    setConfirming(true);
    run(
      () => readAs<{ tokens: StoppingToken[] }>(page, "/admin/members/stopping", { memberId }),
      (answer) => setTokens(answer.tokens),
    );
  };
  const activateNow = () => {
    conclude(null);
    run(() => activate(page, { memberId }), conclude);
  };
  return (
    <>
      <div className="@table:text-right">
        {disabledReason !== null && active && <DisabledReason text={disabledReason} size={size} />}
        {/* One button for both, so that it keeps the focus when its action turns it into the other. */}
        {(disabledReason === null || !active) && (
          <ConfirmTrigger
            {...(active ? { action: `/admin/members/${memberId}/deactivate` } : { method: "dialog" })}
            onOpen={active ? confirm : activateNow}
          >
            <Button
              type="submit"
              size={size}
              // In a list there is one in each row.
              look={size === "small" ? "quiet" : "secondary"}
              className={size === "small" ? IN_LINE : ""}
              aria-label={`${active ? "Deactivate" : "Activate"} ${name}, ${email}`}
              busy={!active && busy}
            >
              {active ? "Deactivate" : "Activate"}
            </Button>
          </ConfirmTrigger>
        )}
        <p role="status" className={isFailed ? "mt-1 text-bad text-sm" : "mt-1 text-quiet text-sm empty:hidden"}>
          {message ?? outcome?.said}
        </p>
      </div>
      {isConfirming && message === null && (
        <LazyConfirmDialog
          {...deactivationOf(member, tokens)}
          page={page}
          onDone={conclude}
          onCancel={() => setConfirming(false)}
        />
      )}
      {dialog}
    </>
  );
}

/** In a list it is the viewer's own row: for those who see it, the missing button says enough. */
function DisabledReason({ text, size }: { text: string; size: "normal" | "small" }) {
  if (size === "normal") return <p className="text-quiet text-sm">{text}</p>;
  return (
    <>
      <p className="sr-only">{text}</p>
      <p aria-hidden className="text-quiet text-xs @table:hidden">
        {text}
      </p>
    </>
  );
}
