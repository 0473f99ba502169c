"use client";
/** Deactivates a member after naming what stops with them, or activates one again. Says in place what became of it. */
import { useState, useTransition } from "react";
import { readAs } from "@/components/session/read-as";
import { useIdentity } from "@/components/session/use-identity";
import { type NamedToken, NamedTokens } from "@/components/tokens/named-tokens";
import { Button } from "@/components/ui/controls/button";
import { ConfirmDialog } from "@/components/ui/dialog";
import { relativeTime } from "@/components/ui/relative-time";
import type { ActionRefusal } from "@/lib/session/action";
import type { PageMember } from "@/lib/session/visitor";
import { activate, deactivate, type Said } from "./actions";

type MemberActivityProps = {
  memberId: string;
  name: string;
  address: string;
  active: boolean;
  /** Why this member cannot be deactivated from here; null where nothing speaks against it. */
  hindrance: string | null;
  page: PageMember;
};

const NO_ADMINISTRATOR = "Only administrators can do this. You are none any more.";
const FAILED: Said = { said: "That did not work. Try again.", failed: true };

export function MemberActivity({ memberId, name, address, active, hindrance, page }: MemberActivityProps) {
  const [asking, setAsking] = useState(false);
  const [tokens, setTokens] = useState<StoppingToken[] | null>(null);
  const [outcome, setOutcome] = useState<Said | null>(null);
  const identity = useIdentity(page, NO_ADMINISTRATOR);
  const [busy, start] = useTransition();

  /** What was refused for want of a session is done once there is one again. */
  const run = <Answer extends object>(
    call: () => Promise<Answer | ActionRefusal>,
    then: (answer: Answer | Said) => void,
  ) =>
    start(async () => {
      const answer = await call().catch(() => FAILED);
      if (!("refused" in answer)) return then(answer);
      const said = identity.ask(answer, () => run(call, then));
      if (said !== null) then({ said, failed: true });
    });
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
      <div className="@3xl:text-right">
        {hindrance !== null && active && <p className="text-quiet text-xs @3xl:ml-auto @3xl:max-w-40">{hindrance}</p>}
        {/* One button for both, so that it keeps the focus when what it did has turned it into the other. */}
        {(hindrance === null || !active) && (
          <Button
            size="small"
            aria-label={`${active ? "Deactivate" : "Activate"} ${name}, ${address}`}
            busy={!active && busy}
            onClick={active ? ask : () => run(() => activate(page, { memberId }), say)}
          >
            {active ? "Deactivate" : "Activate"}
          </Button>
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
        <p>
          {name} ({address}) is signed out and cannot sign in again. This can be undone: what stops now works again once
          the member is active.
        </p>
        <StoppingTokens tokens={tokens} />
      </ConfirmDialog>
      {identity.dialog}
    </>
  );
}

type StoppingToken = NamedToken & { lastUsed: string | null };

const MAX_SHOWN = 20;

/** `tokens` null: still being looked up. */
function StoppingTokens({ tokens }: { tokens: StoppingToken[] | null }) {
  return (
    <div role="status" className="min-h-6">
      {tokens === null && <p className="text-quiet">Looking for tokens that would stop …</p>}
      {tokens?.length === 0 && <p>No token stops: none is in use.</p>}
      {tokens !== null && tokens.length > 0 && (
        <>
          <p className="mb-2 font-medium">
            {tokens.length === 1 ? "This token stops" : `These ${tokens.length} tokens stop`} with the next request:
          </p>
          <NamedTokens tokens={tokens.slice(0, MAX_SHOWN)}>
            {({ lastUsed }) =>
              lastUsed === null ? "never used" : `used ${relativeTime(new Date(lastUsed), new Date())}`
            }
          </NamedTokens>
          {tokens.length > MAX_SHOWN && (
            <p className="mt-1 text-quiet text-sm">And {tokens.length - MAX_SHOWN} more.</p>
          )}
        </>
      )}
    </div>
  );
}
