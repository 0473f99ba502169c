/** The audit log of the organisation, for administrators: who did what, when, from which address and in which request. */
import { Download, ScrollText } from "lucide-react";
import type { Metadata } from "next";
import { buttonClass, LinkButton } from "@/components/ui/controls/button";
import { EmptyState } from "@/components/ui/empty";
import { PageHeader } from "@/components/ui/page-header";
import { listAuditEvents } from "@/lib/audit/list";
import { cursorOf, type Parameters } from "@/lib/session/page-address";
import { requireAdministrator } from "@/lib/session/visitor";
import { AUDIT_EXPORT, AUDIT_PAGE, addressOf, isFiltered, readSearch, toPageFilter } from "./audit-address";
import { AuditFilterForm } from "./audit-filter-form";
import { AuditTable } from "./audit-table";
import { FilterChips } from "./filter-chips";
import { loadChoices } from "./load-choices";

export const metadata: Metadata = { title: "Audit log" };

export default async function AuditPage({ searchParams }: { searchParams: Promise<Parameters> }) {
  const { organization } = await requireAdministrator();
  const parameters = await searchParams;
  const search = readSearch(parameters);
  const cursor = cursorOf(parameters);
  const choices = await loadChoices(organization.id, search);
  const { entries, nextCursor } = await listAuditEvents(toPageFilter(search, organization.id), { cursor });
  return (
    <>
      <PageHeader
        title="Audit log"
        description={`Every change to the tokens, members and policy of ${organization.name}. Append-only.`}
        actions={
          // Not a Link, because Next would prefetch the file.
          <a
            href={addressOf(AUDIT_EXPORT, { ...search, signIns: "" })}
            download
            className={buttonClass("secondary", "normal")}
          >
            <Download aria-hidden />
            Export as CSV
          </a>
        }
      />
      <div data-wide className="mb-4 grid gap-3">
        <AuditFilterForm search={search} choices={choices} />
        <FilterChips search={search} choices={choices} />
      </div>
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
