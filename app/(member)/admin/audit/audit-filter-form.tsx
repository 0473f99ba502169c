/** The filters of the log: a choice made with the pointer applies immediately, typed text on Enter. */
import { SelectField, TextField } from "@/components/ui/controls/field";
import { FilterFields } from "@/components/ui/controls/filter-fields";
import { ButtonForKeys, FormOnChange } from "@/components/ui/controls/form-on-change";
import { HiddenFields } from "@/components/ui/controls/hidden-fields";
import { addressOf, parametersOf } from "@/lib/session/page-address";
import { NO_TOKEN } from "@/lib/tokens/pasted";
import { ACTION_GROUPS, ACTION_LABELS } from "./action-labels";
import { AUDIT_LOG, type AuditState } from "./audit-address";
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
