"use client";
/** Deactivates a member after naming what stops with them, or activates one again. Says in place what became of it. */
import { useState } from "react";
import { AskForm } from "@/components/asking/ask-form";
import { PageField } from "@/components/asking/page-field";
import { readAs } from "@/components/session/read-as";
import { Button } from "@/components/ui/controls/button";
import { ConfirmDialog } from "@/components/ui/dialog/dialog";
import type { PageMember } from "@/lib/session/visitor";
import { activate, activateByForm, deactivate, type Said } from "./actions";
import { type StoppingToken, StoppingTokens, whatDeactivatingDoes } from "./stopping-tokens";
import { useAdministration } from "./use-administration";

type MemberActivityProps = {
  memberId: string;
  name: string;
  address: string;
  active: boolean;
  /** Why this member cannot be deactivated from here; null where nothing speaks against it. */
  hindrance: string | null;
  /** Of the button. */
  size?: "normal" | "small";
  page: PageMember;
};

/** Its text stands where that of the row does, as far as a narrow cell has room. */
const IN_LINE = "-ml-2.5 @table:-my-1.5 @table:-mr-2 @table:ml-0";

export function MemberActivity(props: MemberActivityProps) {
  const { memberId, name, address, active, hindrance, size = "small", page } = props;
  const [asking, setAsking] = useState(false);
  const [tokens, setTokens] = useState<StoppingToken[] | null>(null);
  const [outcome, setOutcome] = useState<Said | null>(null);
  const { run, busy, dialog } = useAdministration(page);
  const say = (said: Said) => {
    setOutcome(said);
    setAsking(false);
  };
  const ask = () => {
    setTokens(null);
    setOutcome(null);
    setAsking(true);
    run(
      () => readAs<{ tokens: StoppingToken[] }>(page, "/admin/members/stopping", { memberId }),
      (answer) => {
        if ("tokens" in answer) setTokens(answer.tokens);
        else say(answer);
      },
    );
  };
  return (
    <>
      <div className="@table:text-right">
        {hindrance !== null && active && <Hindrance text={hindrance} size={size} />}
        {/* One button for both, so that it keeps the focus when what it did has turned it into the other. */}
        {(hindrance === null || !active) && (
          <AskForm
            action={active ? `/admin/members/${memberId}/deactivate` : activateByForm}
            onAsk={active ? ask : () => run(() => activate(page, { memberId }), say)}
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
        <p role="status" className={outcome?.failed ? "mt-1 text-bad text-sm" : "mt-1 text-quiet text-sm empty:hidden"}>
          {outcome?.said}
        </p>
      </div>
      <ConfirmDialog
        open={asking}
        title={`Deactivate ${name}?`}
        confirmLabel="Deactivate member"
        busy={busy}
        onConfirm={() => run(() => deactivate(page, { memberId }), say)}
        onCancel={() => setAsking(false)}
      >
        <p>{whatDeactivatingDoes(name, address)}</p>
        <StoppingTokens tokens={tokens} handOverHref={`/admin/members/${memberId}/hand-over`} />
      </ConfirmDialog>
      {dialog}
    </>
  );
}

/** In a list it is the row of whoever looks: that they find no button there says enough to those who see it. */
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
