"use client";
/** Asks before a token loses something that it cannot be given back. */
import { LazyAlertDialog } from "@/components/ui/dialog/alert-dialog";
import { lazyWhenUsed } from "@/components/ui/dialog/load-when-used";
import { capitalized } from "@/lib/messages/cut-text";
import type { Changes } from "./edit-draft";
import type { LosingEntity } from "./taken-away";

const LostMatrix = lazyWhenUsed(async () => (await import("./lost-matrix")).LostMatrix);

type LosingDialogProps = {
  changes: Changes;
  losing: readonly LosingEntity[];
  onConfirm: () => void;
  onCancel: () => void;
};

export function LosingDialog({ changes: { lost, tightened }, losing, onConfirm, onCancel }: LosingDialogProps) {
  return (
    <LazyAlertDialog
      open
      title="Save these changes?"
      confirmLabel="Save changes"
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {lost !== "" && <p className="[overflow-wrap:anywhere]">Removed: {lost}.</p>}
      {lost !== "" && <LostMatrix losing={losing} />}
      {tightened.length > 0 && <p className="[overflow-wrap:anywhere]">{capitalized(tightened.join("; "))}.</p>}
      <p>Requests that need it are refused immediately. It cannot be given back: you would need a new token.</p>
    </LazyAlertDialog>
  );
}
