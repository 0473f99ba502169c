import { Download, ScrollText } from "lucide-react";
import Link from "next/link";
import { buttonClass, LinkButton } from "@/components/ui/controls/button";
import { EmptyState } from "@/components/ui/empty";
import { FilterChips, withChosen } from "@/components/ui/filter-chips";
import { PageHeader } from "@/components/ui/page-header";
import { PageLinks } from "@/components/ui/page-links";
import { listAuditEvents } from "@/lib/audit/list";
import { TOKEN_ID_PATTERN } from "@/lib/authentication/token-form";
import { COMMAND_LINE } from "@/lib/events";
import { addressOf, isFiltered, parametersOf, readAddress, unfilteredAddress } from "@/lib/session/page-address";
import { requireAdministrator } from "@/lib/session/visitor";
import { listMemberEmails } from "@/lib/store/people/members";
import { TOKEN_POLICY } from "@/lib/store/tokens/due";
import { listTokenNames } from "@/lib/store/tokens/standing";
import { FilterBar, type FilterField } from "../../requests/filter-bar";
import { ACTION_GROUPS } from "./action-labels";
import { AUDIT_EXPORT, AUDIT_LOG, type AuditState, hidesSignIns, toPageFilter } from "./audit-address";
import { AuditTable } from "./audit-table";

export const metadata = { title: "Audit log" };

export default async function AuditPage({ searchParams }: PageProps<"/admin/audit">) {
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
      <PageLinks
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

/** Further people are found by a part of their address, further tokens through the token's page, which links here. */
const MAX_CHOICES = 200;

type AuditField = FilterField<keyof typeof AUDIT_LOG.filters>;

async function loadChoices(organizationId: string, state: AuditState): Promise<AuditField[]> {
  const { subject } = state;
  const emails = await listMemberEmails(organizationId, MAX_CHOICES);
  const named = await listTokenNames({ organizationId }, { limit: MAX_CHOICES, andId: subject ?? null });
  const tokens = named.map(({ id, name }) => ({ value: id, label: name }));
  const fields: Omit<AuditField, "name" | "value">[] = [
    { filter: "who", label: "Who", placeholder: "Anyone", suggestions: [COMMAND_LINE, TOKEN_POLICY, ...emails] },
    { filter: "what", label: "What", options: [{ value: "", label: "All events" }], groups: ACTION_GROUPS },
    {
      filter: "subject",
      // A subject that is not a token is a member or a version.
      label: subject === undefined || TOKEN_ID_PATTERN.test(subject) ? "Token" : "About",
      options: [{ value: "", label: "Any token" }, ...withChosen(tokens, subject)],
    },
    { filter: "address", label: "IP address", placeholder: "Any address" },
    { filter: "from", label: "From day (UTC)", type: "date" },
    { filter: "to", label: "To day (UTC)", type: "date" },
  ];
  return fields.map((field) => ({ ...field, name: field.filter, value: state[field.filter] ?? "" }));
}
