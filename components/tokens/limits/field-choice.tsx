"use client";
/** Checkboxes for the fields of each entity that a token can read. A disabled one says why. */
import { ChevronDown } from "lucide-react";
import { useId } from "react";
import { Checkbox, CheckboxBox } from "@/components/ui/controls/checkbox";
import type { LimitingField } from "@/lib/tokens/permissions";
import { type FieldPath, type LimitsDraft, pathOf, toggleFields } from "./limits-draft";

/** `unreadable`: why the token cannot read the field anyway; null: it can. */
type LimitableField = { key: string; label: string; unreadable: string | null };

/** `limiting`: the fields by which the records that it reaches can be limited. */
export type LimitableEntity = {
  entityKey: string;
  pluralLabel: string;
  fields: LimitableField[];
  limiting: LimitingField[];
};

export type LimitChoiceProps = {
  entities: readonly LimitableEntity[];
  draft: LimitsDraft;
  error: string | null;
  onChange: (draft: LimitsDraft) => void;
};

export function FieldChoice({ entities, draft, error, onChange }: LimitChoiceProps) {
  const id = useId();
  return (
    <fieldset data-part="deniedFields" aria-describedby={`${id}-hint`} className="grid min-w-0 grid-cols-1 gap-1.5">
      <legend className="mb-1.5 font-medium text-sm">Fields it can read</legend>
      {entities.length === 0 ? (
        <p className="text-quiet text-sm">None: it reads no entity.</p>
      ) : (
        <ul className="divide-y divide-line rounded-control border border-line">
          {entities.map((entity) => (
            <li key={entity.entityKey}>
              <FieldsOfEntity {...{ entity, draft, onChange }} />
            </li>
          ))}
        </ul>
      )}
      <p id={`${id}-hint`} className="text-quiet text-sm">
        Clear the fields to hide. Hidden fields can still be written.
      </p>
      {error && <p className="text-bad text-sm">{error}</p>}
    </fieldset>
  );
}

type FieldsOfEntityProps = Pick<LimitChoiceProps, "draft" | "onChange"> & { entity: LimitableEntity };

function FieldsOfEntity({ entity: { entityKey, pluralLabel, fields }, draft, onChange }: FieldsOfEntityProps) {
  const open = fields.filter(({ unreadable }) => unreadable === null).map(({ key }) => pathOf(entityKey, key));
  const read = open.filter((path) => !draft.denied.has(path));
  return (
    <details className="group/entity">
      <summary className="flex min-h-11 items-center gap-3 px-3 py-2">
        <span className="min-w-0 grow [overflow-wrap:anywhere]">
          <span className="font-medium">{pluralLabel}</span>{" "}
          <span className="text-quiet text-sm">
            {read.length === fields.length
              ? `all ${fields.length} fields`
              : `${read.length} of ${fields.length} fields`}
          </span>
        </span>
        <ChevronDown
          aria-hidden
          className="size-4 shrink-0 text-quiet transition-transform group-open/entity:rotate-180"
        />
      </summary>
      <div className="grid gap-1 px-3 pb-3">
        {open.length > 1 && <AllFields {...{ pluralLabel, open, read, draft, onChange }} />}
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(13rem,100%),1fr))] gap-x-4 gap-y-1">
          {fields.map(({ key, label, unreadable }) => (
            <li key={key} className="min-w-0 [overflow-wrap:anywhere]">
              <Checkbox
                label={label}
                hint={unreadable}
                aria-label={`${pluralLabel}: read ${label}`}
                checked={unreadable === null && !draft.denied.has(pathOf(entityKey, key))}
                disabled={unreadable !== null}
                onChange={() => onChange(toggleFields(draft, [pathOf(entityKey, key)]))}
              />
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}

type AllFieldsProps = Pick<LimitChoiceProps, "draft" | "onChange"> & {
  pluralLabel: string;
  /** `open`: the fields that can be ticked. `read`: those that are. */
  open: FieldPath[];
  read: FieldPath[];
};

function AllFields({ pluralLabel, open, read, draft, onChange }: AllFieldsProps) {
  const id = useId();
  return (
    <label htmlFor={id} className="flex min-h-6 items-center gap-2.5 text-sm">
      <CheckboxBox
        id={id}
        aria-label={`${pluralLabel}: read all fields`}
        checked={read.length === open.length}
        indeterminate={read.length > 0 && read.length < open.length}
        onChange={() => onChange(toggleFields(draft, open))}
      />
      All fields
    </label>
  );
}
