"use client";
/** What an action refused for want of the right person or organisation, as a dialog over the page: nothing typed is lost. */
import type { Refused } from "@/lib/session/action";
import type { PageMember } from "@/lib/session/visitor";
import { IdentityDialog, type IdentityReason } from "./identity-dialog";
import { OrganizationDialog } from "./organization-dialog";

/** Refusals that the person can lift here, after which the action is run again. */
export type LiftableRefusal = IdentityReason | "another-organization";

type RefusalDialogProps = {
  /** null: closed. */
  refused: LiftableRefusal | null;
  page: PageMember;
  /** Nothing stands in the way any more: close, and submit again. */
  onLifted: () => void;
  onCancel: () => void;
};

export function isLiftable(refused: Refused): refused is LiftableRefusal {
  return refused !== "out-of-date" && refused !== "forbidden" && refused !== "membership-ended";
}

/** Stands beside the page's form, never within it: it has a form of its own. */
export function RefusalDialog({ refused, page, onLifted, onCancel }: RefusalDialogProps) {
  if (refused === null) return null;
  if (refused === "another-organization") return <OrganizationDialog {...{ page, onLifted, onCancel }} />;
  return <IdentityDialog reason={refused} page={page} onConfirmed={onLifted} onCancel={onCancel} />;
}
