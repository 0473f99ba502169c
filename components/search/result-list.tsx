"use client";
/** Search results as the list of a combobox: the field keeps the focus, handles the keys, and refers to the active option. */
import { useEffect } from "react";
import type { FoundEntry, FoundGroup } from "./found";

type ResultListProps = {
  /** The id of the list, from which the ids of its options are derived. */
  id: string;
  groups: readonly FoundGroup[];
  /** The index of the active option, counted through all groups; -1: none. */
  place: number;
  className: string;
  onChoose: (href: string) => void;
};

export const optionId = (id: string, place: number) => `${id}-${place}`;

export function ResultList({ id, groups, place, className, onChoose }: ResultListProps) {
  useEffect(() => {
    document.getElementById(optionId(id, place))?.scrollIntoView({ block: "nearest" });
  }, [id, place]);
  let next = 0;
  return (
    <div id={id} role="listbox" aria-label="Results" className={className}>
      {groups.map(({ title, entries }) => {
        const first = next;
        next += entries.length;
        return (
          // biome-ignore lint/a11y/useSemanticElements: a listbox contains groups, not fieldsets.
          <div key={title} role="group" aria-label={title}>
            <p aria-hidden className="px-2 pt-2 pb-1 font-medium text-quiet text-xs">
              {title}
            </p>
            {entries.map((entry, index) => (
              <Option
                key={entry.href}
                id={optionId(id, first + index)}
                entry={entry}
                isChosen={first + index === place}
                onChoose={onChoose}
              />
            ))}
          </div>
        );
      })}
    </div>
  );
}

type OptionProps = { id: string; entry: FoundEntry; isChosen: boolean; onChoose: (href: string) => void };

function Option({ id, entry: { href, title, detail }, isChosen, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field has the focus and handles the keys.
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(href)}
      className="grid min-h-9 cursor-pointer grid-cols-[minmax(0,1fr)_auto] items-center gap-4 rounded-md px-2 py-1 text-sm hover:bg-sunken aria-selected:bg-accent-soft aria-selected:text-accent"
    >
      <bdi className="min-w-0 truncate font-medium">{title}</bdi>{" "}
      <span className="max-w-44 truncate text-quiet text-xs">
        <bdi>{detail}</bdi>
      </span>
    </div>
  );
}

/** For screen readers, which do not notice that the list has changed. */
export function countWords(groups: readonly FoundGroup[]): string {
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0);
  return count === 1 ? "1 result" : `${count} results`;
}
