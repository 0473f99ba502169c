"use client";
/** A checkbox of the matrix, for one verb or for many at once: then it may be half ticked; and that of a further verb. */
import clsx from "clsx";
import { type ReactNode, useId } from "react";
import { CheckboxBox } from "@/components/ui/controls/checkbox";
import type { VerbWord } from "@/lib/model";
import type { EntityPermissions, FurtherPermission } from "@/lib/tokens/permissions";
import { type Selection, tickedAmong, toggle } from "./access-selection";

type ScopeBoxProps = {
  /** "Deals: update". */
  label: string;
  entities: readonly EntityPermissions[];
  /** Absent: every verb, further ones too. */
  verbs?: readonly VerbWord[];
  selection: Selection;
  describedBy?: string | undefined;
  className?: string;
  children?: ReactNode;
  onSelect: (selection: Selection) => void;
};

export function ScopeBox(props: ScopeBoxProps) {
  const { label, entities, verbs, selection, describedBy, className, children, onSelect } = props;
  const id = useId();
  const ticked = tickedAmong(selection, entities, verbs);
  return (
    <label htmlFor={id} className={clsx("flex items-center gap-2.5", className)}>
      <CheckboxBox
        id={id}
        aria-label={label}
        aria-describedby={describedBy}
        checked={ticked === "all"}
        disabled={ticked === "nothing to tick"}
        ref={(input: HTMLInputElement | null) => {
          if (input !== null) input.indeterminate = ticked === "some";
        }}
        onChange={() => onSelect(toggle(selection, entities, verbs))}
      />
      {children}
    </label>
  );
}

type FurtherBoxProps = {
  /** In front of ids: the same boxes are on the page twice, for wide and for narrow ones. */
  place: string;
  entity: EntityPermissions;
  further: FurtherPermission;
  selection: Selection;
  onSelect: (selection: Selection) => void;
};

/** A further verb to tick: with what it is for, or with the reason why it cannot be had. */
export function FurtherBox({ place, entity, further, selection, onSelect }: FurtherBoxProps) {
  const note = `${place}-${entity.entityKey}-${further.verb}`;
  return (
    <ScopeBox
      label={`${entity.pluralLabel}: ${further.verb}`}
      {...{ selection, onSelect }}
      entities={[entity]}
      verbs={[further.verb]}
      describedBy={note}
      className="min-h-8"
    >
      <span className={clsx("min-w-0 [overflow-wrap:anywhere]", !further.permission.held && "text-quiet")}>
        <code className="font-mono text-xs">{further.verb}</code>
        <FurtherNote id={note} further={further} />
      </span>
    </ScopeBox>
  );
}

function FurtherNote({ id, further: { permission, use } }: { id: string; further: FurtherPermission }) {
  const limit = permission.held && permission.someRecords ? "on some of the records only" : "";
  const text = permission.held ? [use, limit].filter((part) => part !== "").join(", ") : permission.reason;
  return (
    <span id={id} className="block text-quiet text-xs leading-tight">
      {text}
    </span>
  );
}
