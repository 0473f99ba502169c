"use client";
/** A checkbox of the table of entities and verbs, for one right or for many at once: then it may be half ticked. */
import clsx from "clsx";
import type { ReactNode } from "react";
import type { VerbWord } from "@/lib/model";
import type { EntityRights } from "@/lib/tokens/permissions";
import { type Selection, tickedAmong, toggle } from "./access-selection";

type ScopeBoxProps = {
  /** "Deals: update". */
  label: string;
  entities: readonly EntityRights[];
  /** Absent: every verb, further ones too. */
  verbs?: readonly VerbWord[];
  selection: Selection;
  describedBy?: string | undefined;
  className?: string;
  /** What stands beside it, where there is room. */
  children?: ReactNode;
  onSelect: (selection: Selection) => void;
};

export function ScopeBox(props: ScopeBoxProps) {
  const { label, entities, verbs, selection, describedBy, className, children, onSelect } = props;
  const ticked = tickedAmong(selection, entities, verbs);
  return (
    <label className={clsx("flex items-center gap-2.5", className)}>
      <span className="grid size-6 shrink-0 place-items-center">
        <input
          type="checkbox"
          aria-label={label}
          aria-describedby={describedBy}
          checked={ticked === "all"}
          disabled={ticked === "nothing to tick"}
          ref={(input) => {
            if (input !== null) input.indeterminate = ticked === "some";
          }}
          className="size-4.5 accent-accent"
          onChange={() => onSelect(toggle(selection, entities, verbs))}
        />
      </span>
      {children}
    </label>
  );
}
