"use client";
import clsx from "clsx";
import { type ReactNode, useId } from "react";
import { CheckboxBox } from "@/components/ui/controls/checkbox";
import type { VerbWord } from "@/lib/model";
import type { EntityPermissions, FurtherPermission } from "@/lib/tokens/permissions";
import { type Selection, tickedAmong } from "./access-selection";

/** Ticks or unticks what is held among these; without `verbs`, all of it. */
export type Toggle = (entities: readonly EntityPermissions[], verbs?: readonly VerbWord[]) => void;

type ScopeBoxProps = {
  label: string;
  entities: readonly EntityPermissions[];
  /** Absent: every verb, including further ones. */
  verbs?: readonly VerbWord[];
  selection: Selection;
  describedBy?: string | undefined;
  className?: string;
  children?: ReactNode;
  onToggle: Toggle;
};

export function ScopeBox(props: ScopeBoxProps) {
  const { label, entities, verbs, selection, describedBy, className, children, onToggle } = props;
  const id = useId();
  const ticked = tickedAmong(selection, entities, verbs);
  return (
    <label htmlFor={id} className={clsx("flex items-center gap-2.5", className)}>
      <CheckboxBox
        id={id}
        aria-label={label}
        aria-describedby={describedBy}
        checked={ticked === "all"}
        disabled={ticked === "nothing to tick"}
        indeterminate={ticked === "some"}
        onChange={() => onToggle(entities, verbs)}
      />
      {children}
    </label>
  );
}

type FurtherBoxProps = Pick<ScopeBoxProps, "selection" | "onToggle"> & {
  entity: EntityPermissions;
  further: FurtherPermission;
};

/** The checkbox of a further verb, with its purpose, or with the reason why it is not available. */
export function FurtherBox({ entity, further, selection, onToggle }: FurtherBoxProps) {
  const note = `note-${entity.entityKey}-${further.verb}`;
  return (
    <ScopeBox
      label={`${entity.pluralLabel}: ${further.verb}`}
      {...{ selection, onToggle }}
      entities={[entity]}
      verbs={[further.verb]}
      describedBy={note}
      className="min-h-8"
    >
      <span className={clsx("min-w-0 [overflow-wrap:anywhere]", !further.permission.held && "text-quiet")}>
        <code className="font-mono text-xs">{further.verb}</code>
        <FurtherNote id={note} further={further} />
      </span>
    </ScopeBox>
  );
}

function FurtherNote({ id, further: { permission, use } }: { id: string; further: FurtherPermission }) {
  const limit = permission.held && permission.someRecords ? "on some of the records only" : "";
  const text = permission.held ? [use, limit].filter((part) => part !== "").join(", ") : permission.reason;
  return (
    <span id={id} className="block text-quiet text-xs leading-tight">
      {text}
    </span>
  );
}
