"use client";
/** Runs an action again once the person has lifted what it was refused for: who they are, or where they work. */
import { type ReactNode, useState } from "react";
import type { ActionRefusal, Refused } from "@/lib/session/action";
import type { PageMember } from "@/lib/session/visitor";
import { OUT_OF_DATE, SECOND_FACTOR_REQUIRED } from "../../lib/session/sign-in-messages";
import { lazyWhenUsed } from "../ui/dialog/load-when-used";
import type { IdentityReason, LiftDialogProps } from "./identity-dialog";
import { useShellOf } from "./page-shell";

type Asked = { refused: LiftableRefusal; again: () => void };

/**
 * `ask` returns what to tell the person, or null where the dialog does. Render `dialog` anywhere but in a form.
 * `page`: whom it was rendered for. `forbidden`: what to tell whoever can not do it at all.
 */
export function useIdentity(
  page: PageMember,
  forbidden = OUT_OF_DATE,
): {
  ask: (refusal: ActionRefusal, again: () => void) => string | null;
  dialog: ReactNode;
} {
  useShellOf(page);
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask = ({ refused }: ActionRefusal, again: () => void) => {
    if (!isLiftable(refused)) return refusalInWords(refused, page, forbidden);
    setAsked({ refused, again });
    return null;
  };
  const onLifted = () => {
    setAsked(null);
    asked?.again();
  };
  const dialog = (
    <RefusalDialog refused={asked?.refused ?? null} page={page} onLifted={onLifted} onCancel={() => setAsked(null)} />
  );
  return { ask, dialog };
}

export function refusalInWords(
  refused: Exclude<Refused, LiftableRefusal>,
  page: PageMember,
  forbidden = OUT_OF_DATE,
): string {
  if (refused === "out-of-date") return OUT_OF_DATE;
  if (refused === "membership-ended") return membershipEnded(page);
  return refused === "second-factor" ? SECOND_FACTOR_REQUIRED : forbidden;
}

export function membershipEnded({ organizationName }: PageMember): string {
  return `You are no longer an active member of ${organizationName}, so nothing was done. Ask one of its administrators to activate you.`;
}

/** Refusals that the person can lift here, after which the action is run again. */
export type LiftableRefusal = IdentityReason | "another-organization";

const NOT_LIFTABLE: readonly Refused[] = ["out-of-date", "forbidden", "membership-ended", "second-factor"];

export function isLiftable(refused: Refused): refused is LiftableRefusal {
  return !NOT_LIFTABLE.includes(refused);
}

/**
 * What an action refused for want of the right person or organisation, as a dialog over the page: nothing typed is lost. Render it
 * beside the page's form, never within it: it has a form of its own.
 */
export function RefusalDialog({
  refused,
  ...dialog
}: Omit<LiftDialogProps, "refused"> & { refused: LiftableRefusal | null }) {
  return refused === null ? null : <LiftDialog refused={refused} {...dialog} />;
}

const LiftDialog = lazyWhenUsed(async () => (await import("./identity-dialog")).LiftDialog);
