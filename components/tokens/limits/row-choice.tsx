"use client";
/** Conditions on the records that a token reaches. All of them apply. */
import { Lock, Plus, X } from "lucide-react";
import { Button } from "@/components/ui/controls/button";
import { Checkbox } from "@/components/ui/controls/checkbox";
import { controlClass } from "@/components/ui/controls/control-class";
import { Select } from "@/components/ui/controls/field";
import { limitNames } from "@/lib/tokens/limit-words";
import { describeRows } from "@/lib/tokens/row-limits";
import type { LimitableEntity, LimitChoiceProps } from "./field-choice";
import { newRow, operatorOptions, type RowDraft, valueOptions } from "./limits-draft";

export function RowChoice({ entities, draft, error, onChange }: LimitChoiceProps) {
  const limiting = entities.filter((entity) => entity.limiting.length > 0);
  const [first] = limiting;
  const change = (rows: readonly RowDraft[]) => onChange({ ...draft, rows });
  const add = () => {
    const field = first?.limiting[0];
    if (first !== undefined && field !== undefined) change([...draft.rows, newRow(first.entityKey, field)]);
  };
  if (first === undefined && draft.rows.length === 0) return null;
  return (
    <fieldset data-part="rows" className="grid min-w-0 grid-cols-1 gap-1.5">
      <legend className="mb-1.5 font-medium text-sm">Records it can reach</legend>
      {draft.rows.length > 0 && (
        <ul className="divide-y divide-line rounded-control border border-line">
          {draft.rows.map((row, index) => (
            // Conditions have no identity besides their place.
            // biome-ignore lint/suspicious/noArrayIndexKey: a condition is edited in place
            <li key={index} className="p-3">
              {row.kind === "stored" ? (
                <StoredRow {...{ row, entities }} onRemove={() => change(draft.rows.toSpliced(index, 1))} />
              ) : (
                <TypedRow
                  {...{ row, entities: limiting }}
                  name={`Condition ${index + 1}`}
                  onChange={(changed) => change(draft.rows.with(index, changed))}
                  onRemove={() => change(draft.rows.toSpliced(index, 1))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {first !== undefined && (
        <Button className="justify-self-start" onClick={add}>
          <Plus aria-hidden className="size-4" />
          Add a condition
        </Button>
      )}
      <p className="text-quiet text-sm">
        The token reaches only records that match every condition. Conditions on one entity limit that entity alone.
      </p>
      {error && <p className="text-bad text-sm">{error}</p>}
    </fieldset>
  );
}

type StoredRowProps = {
  row: RowDraft & { kind: "stored" };
  entities: readonly LimitableEntity[];
  onRemove: () => void;
};

function StoredRow({ row: { limit, removable }, entities, onRemove }: StoredRowProps) {
  const names = limitNames(entities);
  const words = `${names.entity(limit.entityKey)} where ${describeRows(limit, names)}`;
  return (
    <div className="flex items-center gap-2 text-sm">
      {!removable && <Lock aria-hidden className="size-4 shrink-0 text-quiet" />}
      <span className="min-w-0 grow [overflow-wrap:anywhere]">{words}</span>
      {removable && (
        <Button aria-label={`Remove: ${words}`} onClick={onRemove}>
          <X aria-hidden className="size-4" />
        </Button>
      )}
    </div>
  );
}

type TypedRowProps = {
  row: RowDraft & { kind: "typed" };
  entities: readonly LimitableEntity[];
  name: string;
  onChange: (row: RowDraft) => void;
  onRemove: () => void;
};

function TypedRow({ row, entities, name, onChange, onRemove }: TypedRowProps) {
  const fields = entities.find(({ entityKey }) => entityKey === row.entityKey)?.limiting ?? [row.field];
  const options = valueOptions(row.field);
  const chooseEntity = (entityKey: string) => {
    const field = entities.find((each) => each.entityKey === entityKey)?.limiting[0];
    if (field !== undefined) onChange(newRow(entityKey, field));
  };
  const chooseField = (key: string) => {
    const field = fields.find((each) => each.key === key);
    if (field !== undefined) onChange(newRow(row.entityKey, field));
  };
  return (
    <fieldset aria-label={name} className="flex items-start gap-2">
      <div className="grid min-w-0 grow grid-cols-1 gap-2 sm:grid-cols-3">
        <Select
          aria-label={`${name}: records of`}
          value={row.entityKey}
          options={entities.map(({ entityKey, pluralLabel }) => ({ value: entityKey, label: pluralLabel }))}
          onChange={(event) => chooseEntity(event.target.value)}
        />
        <Select
          aria-label={`${name}: field`}
          value={row.field.key}
          options={fields.map(({ key, label }) => ({ value: key, label }))}
          onChange={(event) => chooseField(event.target.value)}
        />
        <Select
          aria-label={`${name}: comparison`}
          value={row.operator}
          options={operatorOptions(row.field)}
          onChange={(event) => onChange({ ...row, operator: event.target.value as typeof row.operator })}
        />
        <div className="min-w-0 sm:col-span-3">
          {options === null ? (
            <input
              aria-label={`${name}: value`}
              className={controlClass}
              autoComplete="off"
              spellCheck={false}
              value={row.values[0] ?? ""}
              onChange={(event) => onChange({ ...row, values: [event.target.value] })}
            />
          ) : row.field.type === "boolean" ? (
            <Select
              aria-label={`${name}: value`}
              value={row.values[0]}
              options={options}
              onChange={(event) => onChange({ ...row, values: [event.target.value] })}
            />
          ) : (
            <Values {...{ row, options, name, onChange }} />
          )}
        </div>
      </div>
      <Button aria-label={`Remove ${name.toLowerCase()}`} onClick={onRemove}>
        <X aria-hidden className="size-4" />
      </Button>
    </fieldset>
  );
}

type ValuesProps = Pick<TypedRowProps, "row" | "name" | "onChange"> & { options: { value: string; label: string }[] };

function Values({ row, options, name, onChange }: ValuesProps) {
  const toggled = (value: string) =>
    options.map((option) => option.value).filter((each) => row.values.includes(each) !== (each === value));
  return (
    <ul className="grid max-h-60 grid-cols-[repeat(auto-fill,minmax(min(10rem,100%),1fr))] gap-x-4 gap-y-1 overflow-y-auto">
      {options.map(({ value, label }) => (
        <li key={value} className="min-w-0">
          <Checkbox
            label={label}
            aria-label={`${name}: ${label}`}
            checked={row.values.includes(value)}
            onChange={() => onChange({ ...row, values: toggled(value) })}
          />
        </li>
      ))}
    </ul>
  );
}
