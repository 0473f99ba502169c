"use client";
import { lazyWhenUsed } from "@/components/ui/dialog/load-when-used";
import { capitalized } from "@/lib/messages/cut-text";
import type { Changes } from "./edit-draft";
import { type LosingEntity, markOfLosing } from "./edit-draft";

const AlertDialog = lazyWhenUsed(async () => (await import("@/components/ui/dialog/dialog")).AlertDialog);
const LostMatrix = lazyWhenUsed(
  async () => (await import("@/components/tokens/matrix/small-matrix")).SmallMatrix<LosingEntity>,
);

type LosingDialogProps = {
  changes: Changes;
  losing: readonly LosingEntity[];
  onConfirm: () => void;
  onCancel: () => void;
};

export function LosingDialog({ changes: { lost, tightened }, losing, onConfirm, onCancel }: LosingDialogProps) {
  return (
    <AlertDialog open title="Save these changes?" confirmLabel="Save changes" onConfirm={onConfirm} onCancel={onCancel}>
      {lost !== "" && <p className="[overflow-wrap:anywhere]">Removed: {lost}.</p>}
      {lost !== "" && (
        <LostMatrix caption="What is removed, by entity and verb" entities={losing} markOf={markOfLosing} />
      )}
      {tightened.length > 0 && <p className="[overflow-wrap:anywhere]">{capitalized(tightened.join("; "))}.</p>}
      <p>Requests that need it are refused immediately. It cannot be given back: you would need a new token.</p>
    </AlertDialog>
  );
}
