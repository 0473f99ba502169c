import Link from "next/link";
import { LinkButton } from "@/components/ui/controls/button";
import { SelectField, TextField } from "@/components/ui/controls/field";
import { FilterFields } from "@/components/ui/controls/filter-fields";
import { ButtonForKeys, FormOnChange } from "@/components/ui/controls/form-on-change";
import { HiddenFields } from "@/components/ui/controls/hidden-fields";
import { FilterChip } from "@/components/ui/filter-chip";
import { TOKEN_ID_PATTERN } from "@/lib/authentication/token-form";
import { addressOf, isFiltered, parametersOf, unfilteredAddress } from "@/lib/session/page-address";
import { NO_TOKEN } from "@/lib/tokens/pasted";
import { ACTION_GROUPS, ACTION_LABELS } from "./action-labels";
import { AUDIT_LOG, type AuditState, hidesSignIns } from "./audit-address";
import type { AuditChoices } from "./load-choices";

const ACTORS = "actors-of-the-log";

export function AuditFilterForm({ state, choices }: { state: AuditState; choices: AuditChoices }) {
  return (
    <FormOnChange
      // Uncontrolled fields keep their text when the address changes, so the key creates a new form.
      key={addressOf(AUDIT_LOG, state, {})}
      action={AUDIT_LOG.path}
      aria-label="Filter the log"
    >
      <HiddenFields values={parametersOf(AUDIT_LOG.view, state)} />
      <datalist id={ACTORS}>
        {choices.actors.map((actor) => (
          <option key={actor} value={actor} />
        ))}
      </datalist>
      <FilterFields>
        <TextField
          label="Who"
          name="who"
          placeholder="Anyone"
          autoComplete="off"
          list={ACTORS}
          {...NO_TOKEN}
          defaultValue={state.who}
        />
        <SelectField label="What" name="what" options={[{ value: "", label: "All events" }]} defaultValue={state.what}>
          {ACTION_GROUPS.map(({ label, actions }) => (
            <optgroup key={label} label={label}>
              {actions.map((action) => (
                <option key={action} value={action}>
                  {ACTION_LABELS[action]}
                </option>
              ))}
            </optgroup>
          ))}
        </SelectField>
        <SelectField label="Token" name="subject" options={choices.tokens} defaultValue={state.subject} />
        <TextField
          label="IP address"
          name="address"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="Any address"
          {...NO_TOKEN}
          defaultValue={state.address}
        />
        <TextField label="From day (UTC)" name="from" type="date" defaultValue={state.from} />
        <TextField label="To day (UTC)" name="to" type="date" defaultValue={state.to} />
        <ButtonForKeys>Filter</ButtonForKeys>
      </FilterFields>
    </FormOnChange>
  );
}

type Filter = keyof typeof AUDIT_LOG.filters;

const NAMES: Record<Filter, string> = {
  who: "Who",
  what: "What",
  subject: "Token",
  address: "IP address",
  from: "From",
  to: "To",
};

export function FilterChips({ state, choices }: { state: AuditState; choices: AuditChoices }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SignIns state={state} />
      {(Object.keys(NAMES) as Filter[]).map(
        (name) =>
          state[name] && (
            <FilterChip
              key={name}
              name={nameOf(name, state[name])}
              value={shownValue(name, state[name], choices)}
              withoutHref={addressOf(AUDIT_LOG, state, { [name]: undefined })}
            />
          ),
      )}
      {isFiltered(AUDIT_LOG, state) && (
        <LinkButton look="quiet" size="small" href={unfilteredAddress(AUDIT_LOG, state)}>
          Clear filters
        </LinkButton>
      )}
    </div>
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

/** A subject that is not a token is a member or a version. */
function nameOf(name: Filter, value: string): string {
  return name === "subject" && !TOKEN_ID_PATTERN.test(value) ? "About" : NAMES[name];
}

function shownValue(name: Filter, value: string, { tokens }: AuditChoices): string {
  if (name === "what") return Object.entries(ACTION_LABELS).find(([action]) => action === value)?.[1] ?? value;
  if (name === "subject") return tokens.find((token) => token.value === value)?.label ?? value;
  return value;
}
