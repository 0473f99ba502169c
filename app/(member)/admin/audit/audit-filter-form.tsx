/** What narrows the log: a form like any other, with JavaScript and without. */
import { Button, LinkButton } from "@/components/ui/controls/button";
import { SelectField, TextField } from "@/components/ui/controls/field";
import { FilterFields } from "@/components/ui/controls/filter-fields";
import { AUDIT_ACTIONS } from "@/lib/events";
import { NO_TOKEN } from "@/lib/tokens/pasted";
import { AUDIT_PAGE, type AuditSearch, addressOf, isFiltered } from "./audit-address";
import { ACTION_LABELS } from "./describe-event";
import type { AuditChoices } from "./load-choices";

const KINDS = [
  { value: "", label: "Everything" },
  ...AUDIT_ACTIONS.map((action) => ({ value: action, label: ACTION_LABELS[action] })),
];
const ACTORS = "actors-of-the-log";

export function AuditFilterForm({ search, choices }: { search: AuditSearch; choices: AuditChoices }) {
  return (
    <form
      // Fields that are not controlled keep what was typed when the address changes; another form does not.
      key={addressOf("", search)}
      action={AUDIT_PAGE}
      aria-label="Filter the log"
    >
      <datalist id={ACTORS}>
        {choices.actors.map((actor) => (
          <option key={actor} value={actor} />
        ))}
      </datalist>
      <FilterFields>
        <TextField
          label="Who"
          name="who"
          placeholder="Anybody"
          autoComplete="off"
          list={ACTORS}
          {...NO_TOKEN}
          defaultValue={search.who}
        />
        <SelectField label="What" name="what" options={KINDS} defaultValue={search.what} />
        <SelectField label="Token" name="subject" options={choices.tokens} defaultValue={search.subject} />
        <TextField
          label="From IP address"
          name="address"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...NO_TOKEN}
          defaultValue={search.address}
        />
        <TextField label="From day (UTC)" name="from" type="date" defaultValue={search.from} />
        <TextField label="To day (UTC)" name="to" type="date" defaultValue={search.to} />
        <span className="flex flex-wrap gap-2">
          <Button type="submit">Filter</Button>
          {isFiltered(search) && (
            <LinkButton look="quiet" href={AUDIT_PAGE}>
              Clear
            </LinkButton>
          )}
        </span>
      </FilterFields>
    </form>
  );
}
