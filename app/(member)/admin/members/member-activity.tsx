"use client";
/** Deactivates a member after naming the tokens that stop, or activates one again. Shows the outcome in place. */
import { useState } from "react";
import { AskForm } from "@/components/asking/ask-form";
import { PageField } from "@/components/asking/page-field";
import { readAs } from "@/components/session/read-as";
import { useMemberAction } from "@/components/session/use-member-action";
import { Button } from "@/components/ui/controls/button";
import { ConfirmDialog } from "@/components/ui/dialog/dialog";
import type { PageMember } from "@/lib/session/visitor";
import { activate, activateByForm, deactivate, type Said } from "./actions";
import { ADMINISTRATION } from "./administration";
import { type StoppingToken, StoppingTokens, whatDeactivatingDoes } from "./stopping-tokens";

type MemberActivityProps = {
  memberId: string;
  name: string;
  address: string;
  active: boolean;
  /** Why this member cannot be deactivated here; null if they can. */
  hindrance: string | null;
  /** The size of the button. */
  size?: "normal" | "small";
  page: PageMember;
};

/** Aligns the button's text with that of the row, as far as a narrow cell has room. */
const IN_LINE = "-ml-2.5 @table:-my-1.5 @table:-mr-2 @table:ml-0";

export function MemberActivity(props: MemberActivityProps) {
  const { memberId, name, address, active, hindrance, size = "small", page } = props;
  const [asking, setAsking] = useState(false);
  const [tokens, setTokens] = useState<StoppingToken[] | null>(null);
  const [outcome, setOutcome] = useState<Said | null>(null);
  const { run, message, busy, dialog } = useMemberAction(page, ADMINISTRATION);
  const isFailed = message !== null || outcome?.failed;
  const conclude = (said: Said | null) => {
    setOutcome(said);
    setAsking(false);
  };
  const ask = () => {
    setTokens(null);
    setOutcome(null);
    setAsking(true);
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
        {hindrance !== null && active && <Hindrance text={hindrance} size={size} />}
        {/* One button for both, so that it keeps the focus when its action turns it into the other. */}
        {(hindrance === null || !active) && (
          <AskForm
            action={active ? `/admin/members/${memberId}/deactivate` : activateByForm}
            onAsk={active ? ask : activateNow}
          >
            {!active && (
              <>
                <PageField page={page} />
                <input type="hidden" name="member" value={memberId} />
              </>
            )}
            <Button
              type="submit"
              size={size}
              // In a list there is one in each row.
              look={size === "small" ? "quiet" : "secondary"}
              className={size === "small" ? IN_LINE : ""}
              aria-label={`${active ? "Deactivate" : "Activate"} ${name}, ${address}`}
              busy={!active && busy}
            >
              {active ? "Deactivate" : "Activate"}
            </Button>
          </AskForm>
        )}
        <p role="status" className={isFailed ? "mt-1 text-bad text-sm" : "mt-1 text-quiet text-sm empty:hidden"}>
          {message ?? outcome?.said}
        </p>
      </div>
      <ConfirmDialog
        open={asking && message === null}
        title={`Deactivate ${name}?`}
        confirmLabel="Deactivate member"
        busy={busy}
        onConfirm={() => run(() => deactivate(page, { memberId }), conclude)}
        onCancel={() => setAsking(false)}
      >
        <p>{whatDeactivatingDoes(name, address)}</p>
        <StoppingTokens tokens={tokens} handOverHref={`/admin/members/${memberId}/hand-over`} />
      </ConfirmDialog>
      {dialog}
    </>
  );
}

/** In a list it is the viewer's own row: for those who see it, the missing button says enough. */
function Hindrance({ text, size }: { text: string; size: "normal" | "small" }) {
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
