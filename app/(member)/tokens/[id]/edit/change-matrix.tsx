"use client";
/** The matrix that removes access: checkboxes for what was granted to a token. What was not granted has no checkbox. */
import { Minus, TriangleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Matrix } from "@/components/tokens/matrix/matrix";
import { CheckboxBox } from "@/components/ui/controls/checkbox";
import type { VerbWord } from "@/lib/model";
import type { EntityEffect, VerbAccess } from "@/lib/tokens/read/detail";
import type { Permission } from "./edit-draft";

type ChangeMatrixProps = {
  access: readonly EntityEffect[];
  takenAway: ReadonlySet<Permission>;
  onToggle: (permission: Permission) => void;
};

export function ChangeMatrix({ access, takenAway, onToggle }: ChangeMatrixProps) {
  const change = { takenAway, onToggle };
  return (
    <Matrix
      caption="What was granted to the token, by entity and verb"
      entities={access}
      cellOf={(entity, verb) => <ChangeCell {...{ entity, verb, ...change }} access={entity.verbs[verb]} />}
      furtherOf={(entity, further) => (
        <ChangeCell {...{ entity, ...change }} verb={further.verb} access={further}>
          <code className="text-xs">{further.verb}</code>
        </ChangeCell>
      )}
    />
  );
}

/** `children`: the label beside the checkbox, if there is no column to name it. */
type ChangeCellProps = Omit<ChangeMatrixProps, "access"> & {
  entity: EntityEffect;
  verb: VerbWord;
  access: VerbAccess;
  children?: ReactNode;
};

function ChangeCell({ entity, verb, access: { granted, held }, takenAway, onToggle, children }: ChangeCellProps) {
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
        checked={!takenAway.has(permission)}
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
