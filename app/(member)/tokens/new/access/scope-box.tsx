"use client";
/** A checkbox of the table of entities and verbs, for one verb or for many at once: then it may be half ticked; and those of further verbs. */
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

type FurtherBoxesProps = {
  className?: string;
  /** In front of ids: the same boxes are on the page twice, for wide and for narrow ones. */
  place: string;
  entity: EntityPermissions;
  selection: Selection;
  onSelect: (selection: Selection) => void;
};

/** The further verbs of one entity to tick: each with what it is for, or with the reason why it cannot be had. */
export function FurtherBoxes({ className, place, entity, selection, onSelect }: FurtherBoxesProps) {
  if (entity.further.length === 0) return null;
  return (
    <ul aria-label={`${entity.pluralLabel}: further verbs`} className={clsx("gap-x-4 gap-y-1", className)}>
      {entity.further.map((further) => {
        const note = `${place}-${entity.entityKey}-${further.verb}`;
        return (
          <li key={further.verb} className="min-w-0">
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
          </li>
        );
      })}
    </ul>
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
