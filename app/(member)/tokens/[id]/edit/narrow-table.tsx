"use client";
/** What was granted to a token, to untick. What was not granted is no checkbox. */
import { Minus, TriangleAlert } from "lucide-react";
import { CheckboxBox } from "@/components/ui/checkbox";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@/components/ui/table";
import { VERBS, type Verb } from "@/lib/model";
import type { EntityEffect } from "@/lib/tokens/detail";
import type { Right } from "./taken-away";

type NarrowTableProps = {
  access: readonly EntityEffect[];
  takenAway: ReadonlySet<Right>;
  onToggle: (right: Right) => void;
};

export function NarrowTable({ access, takenAway, onToggle }: NarrowTableProps) {
  return (
    <Table
      caption="What was granted to the token, by entity and verb"
      columns={
        <>
          <ColumnHeader>Entity</ColumnHeader>
          {VERBS.map((verb) => (
            <ColumnHeader key={verb}>{verb}</ColumnHeader>
          ))}
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
              <NarrowCell {...{ entity, verb, takenAway, onToggle }} />
            </Cell>
          ))}
        </Row>
      ))}
    </Table>
  );
}

type NarrowCellProps = Omit<NarrowTableProps, "access"> & { entity: EntityEffect; verb: Verb };

function NarrowCell({ entity, verb, takenAway, onToggle }: NarrowCellProps) {
  const { granted, held } = entity.verbs[verb];
  const right: Right = `${entity.entityKey}:${verb}`;
  if (!granted) {
    return (
      <span className="inline-flex min-h-6 items-center text-quiet">
        <Minus aria-hidden className="size-4" />
        <span className="sr-only">Not granted</span>
      </span>
    );
  }
  return (
    <span className="inline-flex items-center gap-2">
      <CheckboxBox
        aria-label={`${entity.pluralLabel}: ${verb}`}
        checked={!takenAway.has(right)}
        onChange={() => onToggle(right)}
      />
      {!held && (
        <span className="inline-flex items-center gap-1 text-warn text-xs">
          <TriangleAlert aria-hidden className="size-3.5" />
          Exceeds your role
        </span>
      )}
    </span>
  );
}
