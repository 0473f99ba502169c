"use client";
/** What searches, narrows and orders the list. Filters stay folded away until somebody wants them, or one is at work. */
import { ListFilter, Search } from "lucide-react";
import { type ClipboardEvent, lazy, Suspense, useId, useState } from "react";
import { type Pasted, readPasted } from "@/lib/tokens/pasted";
import { Button } from "../../ui/controls/button";
import { controlClass, Select } from "../../ui/controls/field";
import { useHydrated } from "../../ui/use-in-browser";
import type { FilterPanelProps } from "./filter-panel";
import { countFilters, SORTS, type Sort } from "./list-query";

type ListToolbarProps = FilterPanelProps & {
  onSearch: (search: Pasted) => void;
  onLeave: () => void;
};

const FilterPanel = lazy(() => import("./filter-panel"));

export function ListToolbar({ query, entities, verbs, owners, onSearch, onLeave, onChange }: ListToolbarProps) {
  const count = countFilters(query);
  const [isOpen, setOpen] = useState(count > 0);
  const id = useId();
  return (
    <search aria-label="Tokens" className="mb-3 flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <SearchField text={query.text} onSearch={onSearch} onLeave={onLeave} />
        <Button aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          <ListFilter aria-hidden />
          Filters
          {count > 0 && (
            <span className="rounded-full bg-accent px-1.5 text-accent-ink text-xs">
              {count}
              <span className="sr-only"> in use</span>
            </span>
          )}
        </Button>
        <SortField value={query.sort} onChange={(sort) => onChange({ sort })} />
      </div>
      <div
        id={id}
        hidden={!isOpen}
        className="grid grid-cols-[repeat(auto-fill,minmax(min(11rem,100%),1fr))] gap-3 rounded-card border border-line bg-surface p-4"
      >
        {isOpen && (
          <Suspense fallback={<div className="h-16" />}>
            <FilterPanel query={query} entities={entities} verbs={verbs} owners={owners} onChange={onChange} />
          </Suspense>
        )}
      </div>
    </search>
  );
}

const LABELS: Record<Sort, string> = {
  created: "Newest first",
  used: "Last used first",
  expires: "Expires soonest",
  name: "By name",
};

const OPTIONS = SORTS.map((sort) => ({ value: sort, label: LABELS[sort] }));

/** The order of the list, in the row of its search field: its label is for those who cannot see where it stands. */
function SortField({ value, onChange }: { value: Sort; onChange: (sort: Sort) => void }) {
  const id = useId();
  const isHydrated = useHydrated();
  return (
    <div>
      <label htmlFor={id} className="sr-only">
        Order
      </label>
      <Select
        id={id}
        value={value}
        disabled={!isHydrated}
        options={OPTIONS}
        onChange={(event) => onChange(SORTS.find((sort) => sort === event.target.value) ?? "created")}
      />
    </div>
  );
}

type SearchFieldProps = {
  text: string;
  onSearch: (search: Pasted) => void;
  onLeave: () => void;
};

/** Of a token that is pasted whole only the id goes on from here: the secret is never in the field, the address, or a request. */
function SearchField({ text, onSearch, onLeave }: SearchFieldProps) {
  const id = useId();

  const onPaste = (event: ClipboardEvent) => {
    const pasted = readPasted(event.clipboardData.getData("text"));
    if (pasted.kind === "text") return;
    // Not even for a moment, and not for Undo to bring back.
    event.preventDefault();
    onSearch(pasted);
  };
  return (
    <div className="relative min-w-[min(15rem,100%)] flex-1">
      <label htmlFor={id} className="sr-only">
        Search by name or hint, or paste a token
      </label>
      <Search aria-hidden className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3 size-4 text-quiet" />
      {/* No name, so that no form can send it; spelling may be checked by somebody else's server. */}
      <input
        id={id}
        type="search"
        value={text}
        onPaste={onPaste}
        onChange={(event) => onSearch(readSearch(event.target.value))}
        onBlur={onLeave}
        onKeyDown={(event) => {
          if (event.key === "Enter") onLeave();
        }}
        placeholder="Search, or paste a token"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={2000}
        className={`${controlClass} pl-9`}
      />
    </div>
  );
}

/** As typed: a space at the end is on its way to the next word. */
function readSearch(typed: string): Pasted {
  const read = readPasted(typed);
  return read.kind === "text" ? { kind: "text", text: typed } : read;
}
