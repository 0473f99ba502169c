"use client";
/** Removes access from a token: checkboxes for what was granted to it, and what is lost, before it is saved. */
import { Minus, TriangleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Matrix } from "@/components/tokens/matrix/matrix";
import { CheckboxBox } from "@/components/ui/controls/checkbox";
import { lazyWhenUsed } from "@/components/ui/dialog/load-when-used";
import { capitalized } from "@/lib/messages/cut-text";
import type { VerbWord } from "@/lib/model";
import type { EntityEffect, VerbAccess } from "@/lib/tokens/read/detail";
import type { Permission, Selection } from "../../new/access/access-selection";
import { type Changes, type LosingEntity, markOfLosing } from "./edit-draft";

type RemovalMatrixProps = {
  access: readonly EntityEffect[];
  removed: Selection;
  onToggle: (permission: Permission) => void;
};

export function RemovalMatrix({ access, removed, onToggle }: RemovalMatrixProps) {
  const change = { removed, onToggle };
  return (
    <Matrix
      caption="What was granted to the token, by entity and verb"
      entities={access}
      cellOf={(entity, verb) => <RemovalCell {...{ entity, verb, ...change }} access={entity.verbs[verb]} />}
      furtherOf={(entity, further) => (
        <RemovalCell {...{ entity, ...change }} verb={further.verb} access={further}>
          <code className="text-xs">{further.verb}</code>
        </RemovalCell>
      )}
    />
  );
}

/** `children`: the label beside the checkbox, if there is no column to name it. */
type RemovalCellProps = Omit<RemovalMatrixProps, "access"> & {
  entity: EntityEffect;
  verb: VerbWord;
  access: VerbAccess;
  children?: ReactNode;
};

function RemovalCell({ entity, verb, access: { granted, held }, removed, onToggle, children }: RemovalCellProps) {
  const permission: Permission = `${entity.entityKey}:${verb}`;
  const id = useId();
  if (!granted) {
    return (
      <span className="inline-flex min-h-6 items-center text-quiet">
        <Minus aria-hidden className="size-4" />
        <span className="sr-only">Not granted</span>
      </span>
    );
  }
  return (
    <label htmlFor={id} className="inline-flex flex-wrap items-center gap-x-2 columns:justify-center">
      <CheckboxBox
        id={id}
        aria-label={`${entity.pluralLabel}: ${verb}`}
        checked={!removed.has(permission)}
        onChange={() => onToggle(permission)}
      />
      {children}
      {!held && (
        <span className="inline-flex items-center gap-1 text-left text-warn text-xs leading-tight">
          <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
          Exceeds your role
        </span>
      )}
    </label>
  );
}

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
    <AlertDialog title="Save these changes?" confirmLabel="Save changes" onConfirm={onConfirm} onCancel={onCancel}>
      {lost !== "" && <p className="[overflow-wrap:anywhere]">Removed: {lost}.</p>}
      {lost !== "" && (
        <LostMatrix caption="What is removed, by entity and verb" entities={losing} markOf={markOfLosing} />
      )}
      {tightened.length > 0 && <p className="[overflow-wrap:anywhere]">{capitalized(tightened.join("; "))}.</p>}
      <p>Requests that need it are refused immediately. It cannot be given back: you would need a new token.</p>
    </AlertDialog>
  );
}
