"use client";
/** The filters themselves, each a choice of one. */
import type { VerbWord } from "@/lib/model";
import { EXPIRES_SOON_DAYS, TOKEN_STATUSES } from "@/lib/tokens/status";
import { SelectField, type SelectOption } from "../../ui/controls/field";
import { useHydrated } from "../../ui/use-in-browser";
import { statusLabel } from "../status-badge";
import { UNUSED_DAYS } from "./find-tokens";
import type { ListFilters, ListQuery } from "./list-query";
import type { EntityChoice } from "./load-list";

type Owner = { name: string; email: string };

export type FilterPanelProps = {
  query: ListQuery;
  entities: readonly EntityChoice[];
  /** The four, and those beyond them that some token has. */
  verbs: readonly VerbWord[];
  owners: readonly Owner[];
  onChange: (change: Partial<ListQuery>) => void;
};

export default function FilterPanel({ query, entities, verbs, owners, onChange }: FilterPanelProps) {
  const isHydrated = useHydrated();
  const filter = (key: keyof ListFilters, label: string, options: readonly SelectOption[]) => (
    <SelectField
      label={label}
      options={[{ value: "", label: "Any" }, ...withChosen(options, query[key])]}
      value={query[key] ?? ""}
      disabled={!isHydrated}
      onChange={(event) => onChange({ [key]: event.target.value || null })}
    />
  );
  return (
    <>
      {filter("status", "Status", STATUS_OPTIONS)}
      {owners.length > 0 &&
        filter(
          "owner",
          "Owner",
          owners.map((owner) => ({ value: owner.email, label: labelOf(owner, owners) })),
        )}
      {filter(
        "entity",
        "Entity",
        entities.map(({ key, label }) => ({ value: key, label })),
      )}
      {filter(
        "verb",
        "Verb",
        verbs.map((verb) => ({ value: verb, label: verb })),
      )}
      {filter("attention", "Use and expiry", ATTENTION_OPTIONS)}
    </>
  );
}

/** An address may ask for what no token has any more: it is shown, so that it can be let go of. */
function withChosen(options: readonly SelectOption[], chosen: string | null): readonly SelectOption[] {
  const isThere = chosen === null || options.some(({ value }) => value === chosen);
  return isThere ? options : [...options, { value: chosen, label: chosen }];
}

/** With the address where somebody else has the same name. */
function labelOf({ name, email }: Owner, owners: readonly Owner[]): string {
  return owners.filter((other) => other.name === name).length > 1 ? `${name} (${email})` : name;
}

const STATUS_OPTIONS = TOKEN_STATUSES.map((status) => ({ value: status, label: statusLabel(status) }));
const ATTENTION_OPTIONS = [
  { value: "unused", label: `Not used for ${UNUSED_DAYS} days` },
  { value: "expiring", label: `Expires within ${EXPIRES_SOON_DAYS} days` },
];
