"use client";
/** Calls a member's actions. One that is refused because of the session is called again after a dialog has fixed the reason. */
import { type ReactNode, useCallback, useState } from "react";
import type { ActionRefusal, Refused } from "@/lib/session/action";
import type { PageMember } from "@/lib/session/visitor";
import { OUT_OF_DATE, SECOND_FACTOR_REQUIRED } from "../../lib/session/sign-in-messages";
import { lazyWhenUsed } from "../ui/dialog/load-when-used";
import type { IdentityReason } from "./identity-dialog";
import { useShellOf } from "./page-shell";
import { type Call, useCall } from "./use-call";

export type MemberAction = Pick<Call, "message" | "tell" | "busy"> & {
  /** Passes the outcome to `then`, if the call was not refused. */
  run: <Outcome extends object>(call: () => Promise<Outcome | ActionRefusal>, then: (outcome: Outcome) => void) => void;
  /** Returns why a call was refused, or null if the dialog shows it and calls `again` later. */
  ask: (refusal: ActionRefusal, again: () => void) => string | null;
  /** Render it anywhere but in a form, because it contains one. */
  dialog: ReactNode;
};

export type FailureMessages = {
  /** The message if no response came. */
  noAnswer: string;
  /** The message if the member lacks the permission. */
  forbidden?: string;
};

/** `page`: the member it was rendered for. `posted`: the response to a form that the browser sent before scripts had loaded. */
export function useMemberAction(
  page: PageMember,
  { noAnswer, forbidden = OUT_OF_DATE }: FailureMessages,
  posted: object = NOTHING_POSTED,
): MemberAction {
  useShellOf(page);
  const { refused, message = null } = posted as Partial<ActionRefusal & { message: string | null }>;
  const { run: call, ...answer } = useCall(noAnswer, refused ? messageOf(refused, page, forbidden) : message);
  const [asked, setAsked] = useState<Asked | null>(refused && isLiftable(refused) ? { refused, again: null } : null);
  const ask = useCallback(
    ({ refused }: ActionRefusal, again: () => void) => {
      if (isLiftable(refused)) setAsked({ refused, again });
      return messageOf(refused, page, forbidden);
    },
    [page, forbidden],
  );
  const run: MemberAction["run"] = (send, then) =>
    call(send, (outcome) => {
      if ("refused" in outcome) answer.tell(ask(outcome, () => run(send, then)));
      else then(outcome);
    });
  const onLifted = () => {
    setAsked(null);
    asked?.again?.();
  };
  const dialog = asked && (
    <LiftDialog refused={asked.refused} page={page} onLifted={onLifted} onCancel={() => setAsked(null)} />
  );
  return { ...answer, run, ask, dialog };
}

/** `again` null: the browser sent the form, so the person presses its button once more. */
type Asked = { refused: LiftableRefusal; again: (() => void) | null };

const NOTHING_POSTED = {};

const LiftDialog = lazyWhenUsed(async () => (await import("./identity-dialog")).LiftDialog);

/** Refusals that the person can fix in a dialog. */
export type LiftableRefusal = IdentityReason | "another-organization";

function isLiftable(refused: Refused): refused is LiftableRefusal {
  return messageOf(refused, { organizationName: "" }, OUT_OF_DATE) === null;
}

/** null: the dialog asks instead. */
function messageOf(refused: Refused, { organizationName }: Pick<PageMember, "organizationName">, forbidden: string) {
  const messages: Record<Exclude<Refused, LiftableRefusal>, string> = {
    "out-of-date": OUT_OF_DATE,
    "second-factor": SECOND_FACTOR_REQUIRED,
    forbidden,
    "membership-ended": `You are no longer an active member of ${organizationName}, so nothing was done. Ask one of its administrators to activate you.`,
  };
  return (messages as Partial<Record<Refused, string>>)[refused] ?? null;
}
