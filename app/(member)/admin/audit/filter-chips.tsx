/** The filters at work, each of which can be taken away by itself. */
import { FilterChip } from "@/components/ui/filter-chip";
import { TOKEN_ID_PATTERN } from "@/lib/authentication/token-form";
import { AUDIT_PAGE, type AuditSearch, addressOf } from "./audit-address";
import { ACTION_LABELS } from "./describe-event";
import type { AuditChoices } from "./load-choices";

const NAMES: Record<keyof AuditSearch, string> = {
  who: "Who",
  what: "What",
  subject: "Token",
  address: "From IP address",
  from: "From",
  to: "To",
};

export function FilterChips({ search, choices }: { search: AuditSearch; choices: AuditChoices }) {
  const given = (Object.keys(NAMES) as (keyof AuditSearch)[]).filter((name) => search[name] !== "");
  return (
    <div className="flex flex-wrap items-center gap-2 empty:hidden">
      {given.map((name) => (
        <FilterChip
          key={name}
          name={nameOf(name, search)}
          value={shownValue(name, search, choices)}
          withoutHref={addressOf(AUDIT_PAGE, { ...search, [name]: "" })}
        />
      ))}
    </div>
  );
}

/** What is no token is a member, or a version. */
function nameOf(name: keyof AuditSearch, { subject }: AuditSearch): string {
  return name === "subject" && !TOKEN_ID_PATTERN.test(subject) ? "About" : NAMES[name];
}

function shownValue(name: keyof AuditSearch, search: AuditSearch, { tokens }: AuditChoices): string {
  const value = search[name];
  if (name === "what") return Object.entries(ACTION_LABELS).find(([action]) => action === value)?.[1] ?? value;
  if (name === "subject") return tokens.find((token) => token.value === value)?.label ?? value;
  return value;
}
