/** What to look for in the log: a plain form, whose answer is an address. */
import { Button, LinkButton } from "@/components/ui/controls/button";
import { SelectField, TextField } from "@/components/ui/controls/field";
import { AUDIT_ACTIONS } from "@/lib/model";
import { AUDIT_PAGE, type AuditSearch, addressOf, isFiltered } from "./audit-address";
import { ACTION_LABELS } from "./describe-event";

const OPTIONS = [
  { value: "", label: "Everything" },
  ...AUDIT_ACTIONS.map((action) => ({ value: action, label: ACTION_LABELS[action] })),
];

export function AuditFilterForm({ search }: { search: AuditSearch }) {
  return (
    <form
      // Fields that are not controlled keep what was typed when the address changes; another form does not.
      key={addressOf("", search)}
      action={AUDIT_PAGE}
      aria-label="Filter the log"
      className="mb-6 grid gap-3 sm:grid-cols-2 lg:grid-cols-[1.4fr_1.4fr_1fr_1fr_auto] lg:items-end"
    >
      <TextField label="Who" name="who" placeholder="Part of an address" autoComplete="off" defaultValue={search.who} />
      <SelectField label="What" name="what" options={OPTIONS} defaultValue={search.what} />
      <TextField label="From day (UTC)" name="from" type="date" defaultValue={search.from} />
      <TextField label="To day (UTC)" name="to" type="date" defaultValue={search.to} />
      {search.subject !== "" && <input type="hidden" name="subject" value={search.subject} />}
      <span className="flex flex-wrap gap-3">
        <Button type="submit">Filter</Button>
        {isFiltered(search) && (
          <LinkButton look="quiet" href={AUDIT_PAGE}>
            Clear
          </LinkButton>
        )}
      </span>
      {search.subject !== "" && (
        <p className="text-quiet text-sm sm:col-span-full">
          Only what was done to <span className="font-mono">{search.subject}</span>.
        </p>
      )}
    </form>
  );
}
