/** The active filters, each of which can be removed, and whether sign-ins are listed. */
import Link from "next/link";
import { LinkButton } from "@/components/ui/controls/button";
import { FilterChip } from "@/components/ui/filter-chip";
import { TOKEN_ID_PATTERN } from "@/lib/authentication/token-form";
import { ACTION_LABELS } from "./action-labels";
import { AUDIT_PAGE, type AuditSearch, addressOf, hidesSignIns, isFiltered } from "./audit-address";
import type { AuditChoices } from "./load-choices";

type Filter = Exclude<keyof AuditSearch, "signIns">;

const NAMES: Record<Filter, string> = {
  who: "Who",
  what: "What",
  subject: "Token",
  address: "IP address",
  from: "From",
  to: "To",
};

export function FilterChips({ search, choices }: { search: AuditSearch; choices: AuditChoices }) {
  const given = (Object.keys(NAMES) as Filter[]).filter((name) => search[name] !== "");
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SignIns search={search} />
      {given.map((name) => (
        <FilterChip
          key={name}
          name={nameOf(name, search)}
          value={shownValue(name, search, choices)}
          withoutHref={addressOf(AUDIT_PAGE, { ...search, [name]: "" })}
        />
      ))}
      {isFiltered(search) && (
        <LinkButton look="quiet" size="small" href={addressOf(AUDIT_PAGE, { ...NO_FILTER, signIns: search.signIns })}>
          Clear filters
        </LinkButton>
      )}
    </div>
  );
}

const NO_FILTER = { who: "", what: "", subject: "", address: "", from: "", to: "" };

/** If a kind of event is chosen, that choice decides whether sign-ins are listed. */
function SignIns({ search }: { search: AuditSearch }) {
  if (search.what !== "") return null;
  const isHidden = hidesSignIns(search);
  return (
    <span className="inline-flex min-h-7 items-center gap-1.5 rounded-2xl border border-line bg-surface px-3 py-0.5 text-sm">
      <span className="text-quiet">{isHidden ? "Sign-ins hidden" : "Sign-ins shown"}</span>
      <span aria-hidden className="text-quiet">
        ·
      </span>
      <Link
        href={addressOf(AUDIT_PAGE, { ...search, signIns: isHidden ? "shown" : "" })}
        className="inline-flex min-h-6 items-center font-medium text-accent hover:underline"
      >
        {isHidden ? "Show" : "Hide"}
        <span className="sr-only"> sign-ins</span>
      </Link>
    </span>
  );
}

/** A subject that is not a token is a member or a version. */
function nameOf(name: Filter, { subject }: AuditSearch): string {
  return name === "subject" && !TOKEN_ID_PATTERN.test(subject) ? "About" : NAMES[name];
}

function shownValue(name: Filter, search: AuditSearch, { tokens }: AuditChoices): string {
  const value = search[name];
  if (name === "what") return Object.entries(ACTION_LABELS).find(([action]) => action === value)?.[1] ?? value;
  if (name === "subject") return tokens.find((token) => token.value === value)?.label ?? value;
  return value;
}
