"use client";
/** What narrows and orders the list. Filters stay folded away until somebody wants them, or one is at work. */
import { ListFilter } from "lucide-react";
import { useId, useState } from "react";
import { VERBS } from "@/lib/model";
import type { Pasted } from "@/lib/tokens/pasted";
import { EXPIRES_SOON_DAYS, TOKEN_STATUSES } from "@/lib/tokens/status";
import { Button } from "../../ui/button";
import { SelectField, type SelectOption } from "../../ui/select-field";
import { statusLabel } from "../status-badge";
import { UNUSED_DAYS } from "./find-tokens";
import { countFilters, type ListFilters, type ListQuery } from "./list-query";
import type { EntityChoice } from "./load-list";
import { SearchField } from "./search-field";
import { SortField } from "./sort-field";

type ListToolbarProps = {
  query: ListQuery;
  entities: readonly EntityChoice[];
  /** Empty where all tokens have one owner. */
  owners: readonly { name: string; email: string }[];
  onSearch: (search: Pasted) => void;
  onChange: (change: Partial<ListQuery>) => void;
};

const ANY: SelectOption = { value: "", label: "Any" };
const STATUS_OPTIONS = [ANY, ...TOKEN_STATUSES.map((status) => ({ value: status, label: statusLabel(status) }))];
const VERB_OPTIONS = [ANY, ...VERBS.map((verb) => ({ value: verb, label: verb }))];
const ATTENTION_OPTIONS = [
  ANY,
  { value: "unused", label: `Not used for ${UNUSED_DAYS} days` },
  { value: "expiring", label: `Expires within ${EXPIRES_SOON_DAYS} days` },
];

export function ListToolbar({ query, entities, owners, onSearch, onChange }: ListToolbarProps) {
  const count = countFilters(query);
  const [isOpen, setOpen] = useState(count > 0);
  const id = useId();
  const filter = (key: keyof ListFilters, label: string, options: readonly SelectOption[]) => (
    <SelectField
      label={label}
      options={options}
      value={query[key] ?? ""}
      onChange={(event) => onChange({ [key]: event.target.value || null })}
    />
  );
  return (
    <search aria-label="Tokens" className="@container mb-3 flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <SearchField text={query.text} onSearch={onSearch} />
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
        {filter("status", "Status", STATUS_OPTIONS)}
        {owners.length > 0 &&
          filter("owner", "Owner", [ANY, ...owners.map(({ name, email }) => ({ value: email, label: name }))])}
        {filter("entity", "Entity", [ANY, ...entities.map(({ key, label }) => ({ value: key, label }))])}
        {filter("verb", "Verb", VERB_OPTIONS)}
        {filter("attention", "Use and expiry", ATTENTION_OPTIONS)}
      </div>
    </search>
  );
}
