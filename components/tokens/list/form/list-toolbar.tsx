/** The search, order and filters of the list, and the filters in force. The filter fields are collapsed by default. */
import { ListFilter, Search } from "lucide-react";
import { groupBy } from "@/lib/group-by";
import { addressOf } from "@/lib/session/page-address";
import { SEARCHABLE_PATTERN } from "@/lib/tokens/pasted";
import { ATTENTIONS, type Attention, TOKEN_ORDERS, type TokenOrder, UNUSED_DAYS } from "@/lib/tokens/read/listing";
import { EXPIRES_SOON_DAYS, TOKEN_STATUSES } from "@/lib/tokens/status";
import { buttonClass } from "../../../ui/controls/button";
import { controlClass } from "../../../ui/controls/control-class";
import { Select, SelectField, type SelectOption } from "../../../ui/controls/field";
import { type Filter, FilterChips, withChosen } from "../../../ui/filter-chips";
import { statusLabel } from "../../status-badge";
import { SEARCH_FIELD, SUMMARY_ID } from "../list-names";
import type { LoadedTokenList } from "../load-list";
import type { TokenTableProps } from "../token-table";

type ListToolbarProps = Pick<TokenTableProps, "list" | "address" | "state" | "scope"> & { summary: string };

export function ListToolbar({ list, address, state, scope, summary }: ListToolbarProps) {
  const filters = filtersOf(list, scope).map((each) => ({ ...each, value: state[each.filter] ?? "" }));
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <SearchField text={state.text} />
        <div className="w-44 max-w-full">
          <Select name="sort" aria-label="Order" options={ORDER_OPTIONS} defaultValue={toOption(state.order)} />
        </div>
      </div>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <details className="group open:basis-full">
          <summary className={buttonClass("secondary", "small", "list-none")}>
            <ListFilter aria-hidden />
            Filters
          </summary>
          <div className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(min(11rem,100%),1fr))] items-end gap-3 rounded-card border border-line bg-surface p-4">
            {filters.map(({ filter, label, options, value }) => (
              <SelectField
                key={filter}
                name={filter}
                label={label}
                defaultValue={value}
                options={[{ value: "", label: "Any" }, ...withChosen(options, value)]}
              />
            ))}
          </div>
        </details>
        <FilterChips fields={filters} withoutHref={(filter) => addressOf(address, state, { [filter]: undefined })} />
        {/* Rendered from the start, so that screen readers announce changes. */}
        <p id={SUMMARY_ID} role="status" tabIndex={-1} className="ml-auto self-center text-quiet text-sm">
          {summary}
        </p>
      </div>
    </>
  );
}

/** Until scripts have loaded, the browser checks the pattern. No spell checking, because it may send the text to a third party. */
function SearchField({ text }: { text: string }) {
  return (
    <label className="relative min-w-[min(15rem,100%)] flex-1">
      <span className="sr-only">Search by name or hint, or paste a token</span>
      <Search aria-hidden className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3 size-4 text-quiet" />
      <input
        type="search"
        name={SEARCH_FIELD}
        defaultValue={text}
        placeholder="Search, or paste a token"
        pattern={SEARCHABLE_PATTERN}
        title="Not more than 22 letters and digits in a row: they could be part of a token."
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={200}
        className={`${controlClass} pl-9`}
      />
    </label>
  );
}

const ORDER_LABELS: Record<TokenOrder, string> = {
  created: "Newest first",
  "-created": "Oldest first",
  used: "Last used first",
  "-used": "Unused longest",
  expires: "Expires soonest",
  "-expires": "Expires last",
  name: "By name",
  "-name": "By name, backwards",
};

const ORDER_OPTIONS = TOKEN_ORDERS.map((order) => ({ value: toOption(order), label: ORDER_LABELS[order] }));

/** The default is not in the address. */
function toOption(order: TokenOrder): string {
  return order === "created" ? "" : order;
}

type TokenFilter = Omit<Filter<"status" | "owner" | "entity" | "verb" | "attention">, "value" | "options"> & {
  options: readonly SelectOption[];
};

function filtersOf({ owners, entities, verbs }: LoadedTokenList, scope: ListToolbarProps["scope"]): TokenFilter[] {
  return [
    { filter: "status", label: "Status", options: STATUS_OPTIONS },
    ...(scope === "own" ? [] : [{ filter: "owner", label: "Owner", options: optionsOf(owners) } as const]),
    { filter: "entity", label: "Entity", options: entities.map(({ key, label }) => ({ value: key, label })) },
    { filter: "verb", label: "Verb", options: verbs.map((verb) => ({ value: verb, label: verb })) },
    { filter: "attention", label: "Use and expiry", options: ATTENTION_OPTIONS },
  ];
}

const STATUS_OPTIONS = TOKEN_STATUSES.map((status) => ({ value: status, label: statusLabel(status) }));

const ATTENTION_LABELS: Record<Attention, string> = {
  unused: `Not used for ${UNUSED_DAYS} days`,
  expiring: `Expires within ${EXPIRES_SOON_DAYS} days`,
};

const ATTENTION_OPTIONS = ATTENTIONS.map((value) => ({ value, label: ATTENTION_LABELS[value] }));

/** Includes the e-mail address if several owners have the same name. */
function optionsOf(owners: LoadedTokenList["owners"]): SelectOption[] {
  const bearers = groupBy(owners, ({ name }) => name);
  return owners.map(({ name, email }) => ({
    value: email,
    label: bearers.get(name)?.length === 1 ? name : `${name} (${email})`,
  }));
}
