"use client";
/** The further verbs of one entity to tick: each with what it is for, or with the reason why it cannot be had. */
import clsx from "clsx";
import type { EntityRights, FurtherRight } from "@/lib/tokens/permissions";
import type { Selection } from "./access-selection";
import { ScopeBox } from "./scope-box";

type FurtherBoxesProps = {
  className?: string;
  /** In front of ids: the same boxes are on the page twice, for wide and for narrow ones. */
  place: string;
  entity: EntityRights;
  selection: Selection;
  onSelect: (selection: Selection) => void;
};

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
              <span className={clsx("min-w-0 [overflow-wrap:anywhere]", !further.right.held && "text-quiet")}>
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

function FurtherNote({ id, further: { right, use } }: { id: string; further: FurtherRight }) {
  const limit = right.held && right.someRecords ? "on some of the records only" : "";
  const text = right.held ? [use, limit].filter((part) => part !== "").join(", ") : right.reason;
  return (
    <span id={id} className="block text-quiet text-xs leading-tight">
      {text}
    </span>
  );
}
