/** The organisation's diary, for administrators: who did what, when, from where and in which request. */
import { Download, ScrollText } from "lucide-react";
import type { Metadata } from "next";
import { Button, buttonClass, LinkButton } from "@/components/ui/controls/button";
import { SelectField, TextField } from "@/components/ui/controls/field";
import { EmptyState } from "@/components/ui/empty";
import { PageHeader } from "@/components/ui/page-header";
import { listAuditEvents } from "@/lib/audit/list";
import { AUDIT_ACTIONS } from "@/lib/model";
import { requireAdministrator } from "@/lib/session/visitor";
import {
  AUDIT_EXPORT,
  AUDIT_PAGE,
  type AuditSearch,
  addressOf,
  isFiltered,
  type Parameters,
  readSearch,
  toFilter,
} from "./audit-address";
import { AuditTable } from "./audit-table";
import { ACTION_LABELS } from "./describe-event";

export const metadata: Metadata = { title: "Audit log" };

export default async function AuditPage({ searchParams }: { searchParams: Promise<Parameters> }) {
  const { organization } = await requireAdministrator();
  const parameters = await searchParams;
  const search = readSearch(parameters);
  const cursor = typeof parameters.cursor === "string" ? parameters.cursor : null;
  const { entries, nextCursor } = await listAuditEvents(toFilter(search, organization.id), { cursor });
  return (
    <>
      <PageHeader
        title="Audit log"
        description={`What was done to the tokens, members and rules of ${organization.name}. Nobody can change it.`}
        actions={
          // Not a Link: Next would fetch the file ahead of time.
          <a href={addressOf(AUDIT_EXPORT, search)} download className={buttonClass("secondary", "normal")}>
            <Download aria-hidden />
            Export as CSV
          </a>
        }
      />
      <AuditFilterForm search={search} />
      {entries.length > 0 && <AuditTable entries={entries} />}
      {entries.length === 0 && <Nothing filtered={isFiltered(search)} />}
      <nav aria-label="Pages of the log" className="mt-4 flex flex-wrap justify-end gap-3 empty:hidden">
        {cursor !== null && <LinkButton href={addressOf(AUDIT_PAGE, search)}>Newest</LinkButton>}
        {nextCursor !== null && <LinkButton href={addressOf(AUDIT_PAGE, search, nextCursor)}>Older</LinkButton>}
      </nav>
    </>
  );
}

function Nothing({ filtered }: { filtered: boolean }) {
  if (!filtered) return <EmptyState icon={ScrollText} title="Nothing older" />;
  return (
    <EmptyState
      icon={ScrollText}
      title="Nothing in the log matches"
      actions={<LinkButton href={AUDIT_PAGE}>Clear filters</LinkButton>}
    />
  );
}

const OPTIONS = [
  { value: "", label: "Everything" },
  ...AUDIT_ACTIONS.map((action) => ({ value: action, label: ACTION_LABELS[action] })),
];

function AuditFilterForm({ search }: { search: AuditSearch }) {
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
