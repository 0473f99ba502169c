import { Download, ScrollText } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { buttonClass, LinkButton } from "@/components/ui/controls/button";
import { EmptyState } from "@/components/ui/empty";
import { PageHeader } from "@/components/ui/page-header";
import { LogPageLinks } from "@/components/ui/page-links";
import { listAuditEvents } from "@/lib/audit/list";
import {
  addressOf,
  isFiltered,
  type Parameters,
  parametersOf,
  readAddress,
  unfilteredAddress,
} from "@/lib/session/page-address";
import { requireAdministrator } from "@/lib/session/visitor";
import { FilterBar } from "../../requests/filter-bar";
import { FilterChips } from "../../requests/filter-chips";
import { AUDIT_EXPORT, AUDIT_LOG, type AuditState, hidesSignIns, toPageFilter } from "./audit-address";
import { AuditTable } from "./audit-table";
import { loadChoices } from "./load-choices";

export const metadata: Metadata = { title: "Audit log" };

export default async function AuditPage({ searchParams }: { searchParams: Promise<Parameters> }) {
  const { organization } = await requireAdministrator();
  const state = readAddress(AUDIT_LOG, await searchParams);
  const { cursor } = state;
  const fields = await loadChoices(organization.id, state);
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
        <FilterBar
          // Uncontrolled fields keep their text when the address changes, so the key creates a new form.
          key={addressOf(AUDIT_LOG, state, {})}
          label="Filter the log"
          path={AUDIT_LOG.path}
          fields={fields}
          kept={parametersOf(AUDIT_LOG.view, state)}
        />
        <div className="flex flex-wrap items-center gap-2">
          <SignIns state={state} />
          <FilterChips fields={fields} withoutHref={(filter) => addressOf(AUDIT_LOG, state, { [filter]: undefined })} />
          {isFiltered(AUDIT_LOG, state) && (
            <LinkButton look="quiet" size="small" href={unfilteredAddress(AUDIT_LOG, state)}>
              Clear filters
            </LinkButton>
          )}
        </div>
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

/** If a kind of event is chosen, that choice decides whether sign-ins are listed. */
function SignIns({ state }: { state: AuditState }) {
  if (state.what !== undefined) return null;
  const isHidden = hidesSignIns(state);
  return (
    <span className="inline-flex min-h-7 items-center gap-1.5 rounded-2xl border border-line bg-surface px-3 py-0.5 text-sm">
      <span className="text-quiet">{isHidden ? "Sign-ins hidden" : "Sign-ins shown"}</span>
      <span aria-hidden className="text-quiet">
        ·
      </span>
      <Link
        href={addressOf(AUDIT_LOG, state, { signIns: isHidden ? "shown" : undefined })}
        className="inline-flex min-h-6 items-center font-medium text-accent hover:underline"
      >
        {isHidden ? "Show" : "Hide"}
        <span className="sr-only"> sign-ins</span>
      </Link>
    </span>
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
