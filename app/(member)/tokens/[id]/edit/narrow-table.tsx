"use client";
/** What was granted to a token, to untick. What was not granted is no checkbox. */
import { Minus, TriangleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { CheckboxBox } from "@/components/ui/controls/checkbox";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@/components/ui/table";
import { VERBS, type VerbWord } from "@/lib/model";
import type { EntityEffect, VerbAccess } from "@/lib/tokens/detail";
import type { Permission } from "./taken-away";

type NarrowTableProps = {
  access: readonly EntityEffect[];
  takenAway: ReadonlySet<Permission>;
  onToggle: (permission: Permission) => void;
};

export function NarrowTable({ access, takenAway, onToggle }: NarrowTableProps) {
  const hasFurther = access.some(({ further }) => further.length > 0);
  return (
    <Table
      caption="What was granted to the token, by entity and verb"
      columns={
        <>
          <ColumnHeader>Entity</ColumnHeader>
          {VERBS.map((verb) => (
            <ColumnHeader key={verb}>{verb}</ColumnHeader>
          ))}
          {hasFurther && <ColumnHeader>further verbs</ColumnHeader>}
        </>
      }
    >
      {access.map((entity) => (
        <Row key={entity.entityKey}>
          <RowHeader>
            <span className="font-medium">{entity.pluralLabel}</span>
          </RowHeader>
          {VERBS.map((verb) => (
            <Cell key={verb} label={verb}>
              <NarrowCell access={entity.verbs[verb]} {...{ entity, verb, takenAway, onToggle }} />
            </Cell>
          ))}
          {hasFurther && (
            <Cell label="further verbs">
              <FurtherCell {...{ entity, takenAway, onToggle }} />
            </Cell>
          )}
        </Row>
      ))}
    </Table>
  );
}

type OfEntity = Omit<NarrowTableProps, "access"> & { entity: EntityEffect };

function FurtherCell({ entity, takenAway, onToggle }: OfEntity) {
  if (entity.further.length === 0) return <NotGranted />;
  return (
    <ul className="grid gap-1">
      {entity.further.map((access) => (
        <li key={access.verb}>
          <NarrowCell {...{ entity, access, takenAway, onToggle }} verb={access.verb}>
            <code className="text-xs [overflow-wrap:anywhere]">{access.verb}</code>
          </NarrowCell>
        </li>
      ))}
    </ul>
  );
}

/** `children`: what stands beside the box, where no column says it. */
type NarrowCellProps = OfEntity & { verb: VerbWord; access: VerbAccess; children?: ReactNode };

function NarrowCell({ entity, verb, access: { granted, held }, takenAway, onToggle, children }: NarrowCellProps) {
  const permission: Permission = `${entity.entityKey}:${verb}`;
  const id = useId();
  if (!granted) return <NotGranted />;
  return (
    <label htmlFor={id} className="inline-flex items-center gap-2">
      <CheckboxBox
        id={id}
        aria-label={`${entity.pluralLabel}: ${verb}`}
        checked={!takenAway.has(permission)}
        onChange={() => onToggle(permission)}
      />
      {children}
      {!held && (
        <span className="inline-flex items-center gap-1 text-warn text-xs">
          <TriangleAlert aria-hidden className="size-3.5" />
          Exceeds your role
        </span>
      )}
    </label>
  );
}

function NotGranted() {
  return (
    <span className="inline-flex min-h-6 items-center text-quiet">
      <Minus aria-hidden className="size-4" />
      <span className="sr-only">Not granted</span>
    </span>
  );
}
