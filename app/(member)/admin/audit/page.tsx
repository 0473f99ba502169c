import { Download, ScrollText } from "lucide-react";
import type { Metadata } from "next";
import { buttonClass, LinkButton } from "@/components/ui/controls/button";
import { EmptyState } from "@/components/ui/empty";
import { PageHeader } from "@/components/ui/page-header";
import { LogPageLinks } from "@/components/ui/page-links";
import { listAuditEvents } from "@/lib/audit/list";
import { addressOf, isFiltered, type Parameters, readAddress } from "@/lib/session/page-address";
import { requireAdministrator } from "@/lib/session/visitor";
import { AUDIT_EXPORT, AUDIT_LOG, toPageFilter } from "./audit-address";
import { AuditFilterForm, FilterChips } from "./audit-filter-form";
import { AuditTable } from "./audit-table";
import { loadChoices } from "./load-choices";

export const metadata: Metadata = { title: "Audit log" };

export default async function AuditPage({ searchParams }: { searchParams: Promise<Parameters> }) {
  const { organization } = await requireAdministrator();
  const state = readAddress(AUDIT_LOG, await searchParams);
  const { cursor } = state;
  const choices = await loadChoices(organization.id, state);
  const { entries, nextCursor } = await listAuditEvents(toPageFilter(state, organization.id), { cursor });
  return (
    <>
      <PageHeader
        title="Audit log"
        description={`Every change to the tokens, members and policy of ${organization.name}. Append-only.`}
        actions={
          // Not a Link, because Next would prefetch the file.
          <a
            href={addressOf(AUDIT_EXPORT, state, { signIns: undefined })}
            download
            className={buttonClass("secondary", "normal")}
          >
            <Download aria-hidden />
            Export as CSV
          </a>
        }
      />
      <div data-wide className="mb-4 grid gap-3">
        <AuditFilterForm state={state} choices={choices} />
        <FilterChips state={state} choices={choices} />
      </div>
      {entries.length > 0 && <AuditTable entries={entries} />}
      {entries.length === 0 && <Nothing filtered={isFiltered(AUDIT_LOG, state)} />}
      <LogPageLinks
        label="Pages of the log"
        newestHref={cursor && addressOf(AUDIT_LOG, state, {})}
        olderHref={nextCursor && addressOf(AUDIT_LOG, state, { cursor: nextCursor })}
      />
    </>
  );
}

function Nothing({ filtered }: { filtered: boolean }) {
  if (!filtered) return <EmptyState icon={ScrollText} title="Nothing older" />;
  return (
    <EmptyState
      icon={ScrollText}
      title="Nothing in the log matches"
      actions={<LinkButton href={AUDIT_LOG.path}>Clear filters</LinkButton>}
    />
  );
}
