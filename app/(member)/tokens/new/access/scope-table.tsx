"use client";
/** The table of entities and verbs. Rows and columns can be ticked whole; what the owner does not hold says so. */
import clsx from "clsx";
import { VERBS, type Verb } from "@/lib/model";
import type { EntityPermissions, VerbPermission } from "@/lib/tokens/permissions";
import type { Selection } from "./access-selection";
import { FurtherBoxes, ScopeBox } from "./scope-box";

export type ScopesProps = {
  className: string;
  entities: readonly EntityPermissions[];
  selection: Selection;
  onSelect: (selection: Selection) => void;
};

export const VERB_LABELS: Record<Verb, string> = { list: "List", create: "Create", update: "Update", delete: "Delete" };

export function ScopeTable({ className, entities, selection, onSelect }: ScopesProps) {
  return (
    <div className={clsx("max-h-128 overflow-auto rounded-control border border-line", className)}>
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">What the token can do, by entity and verb</caption>
        <thead className="sticky top-0 z-10 bg-sunken">
          <tr>
            <th scope="col" className="px-3 py-2 text-left font-medium text-quiet text-xs">
              Entity
            </th>
            {VERBS.map((verb) => (
              <th key={verb} scope="col" className="w-20 px-1 py-2 text-center font-medium text-quiet text-xs">
                <span className="block">{VERB_LABELS[verb]}</span>
                <ScopeBox
                  label={`All: ${verb}`}
                  {...{ entities, selection, onSelect }}
                  verbs={[verb]}
                  className="justify-center"
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entities.map((entity) => (
            <EntityRows key={entity.entityKey} {...{ entity, selection, onSelect }} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type OfEntity = Pick<ScopesProps, "selection" | "onSelect"> & { entity: EntityPermissions };

/** Further verbs stand below the four, in a row of their own that the entity's name belongs to as well. */
function EntityRows({ entity, selection, onSelect }: OfEntity) {
  const hasFurther = entity.further.length > 0;
  return (
    <>
      <tr className="border-line border-t">
        <th scope="row" rowSpan={hasFurther ? 2 : 1} className="px-3 py-2 text-left align-top font-normal">
          <span className="flex items-start gap-2">
            <ScopeBox label={`${entity.pluralLabel}: all verbs`} {...{ selection, onSelect }} entities={[entity]} />
            <span>
              <span className="font-medium">{entity.pluralLabel}</span>
              <EntityNotes entity={entity} />
            </span>
          </span>
        </th>
        {VERBS.map((verb) => (
          <td key={verb} className="px-1 py-2 text-center align-top">
            <ScopeCell {...{ entity, verb, selection, onSelect }} />
          </td>
        ))}
      </tr>
      {hasFurther && (
        <tr>
          <td colSpan={VERBS.length} className="pr-3 pb-2 pl-7">
            <FurtherBoxes place="table" className="grid grid-cols-2" {...{ entity, selection, onSelect }} />
          </td>
        </tr>
      )}
    </>
  );
}

type ScopeCellProps = OfEntity & { verb: Verb };

function ScopeCell({ entity, verb, selection, onSelect }: ScopeCellProps) {
  const permission = entity.verbs[verb];
  const note = `table-${entity.entityKey}-${verb}`;
  return (
    <>
      <ScopeBox
        label={`${entity.pluralLabel}: ${verb}`}
        {...{ selection, onSelect }}
        entities={[entity]}
        verbs={[verb]}
        describedBy={isPlain(permission) ? undefined : note}
        className="justify-center"
      />
      <PermissionNote id={note} permission={permission} />
    </>
  );
}

/** What is to be known of an entity, or of one permission on it, before it is given to a token. */
export function EntityNotes({ entity }: { entity: EntityPermissions }) {
  const { hiddenFieldCount: hidden } = entity;
  if (hidden === 0) return null;
  return (
    <span className="block text-quiet text-xs">
      {hidden === 1 ? "1 field hidden from you" : `${hidden} fields hidden from you`}
    </span>
  );
}

export function isPlain(permission: VerbPermission): boolean {
  return permission.held && !permission.someRecords;
}

/** In a word for everybody to see; in a sentence for those to whom the word is read alone. */
function PermissionNote({ id, permission }: { id: string; permission: VerbPermission }) {
  if (isPlain(permission)) return null;
  return (
    <span id={id} className="block text-quiet text-xs leading-tight">
      <span aria-hidden>{permission.held ? "some records" : "not granted"}</span>
      <span className="sr-only">{permission.held ? "On some of the records only." : permission.reason}</span>
    </span>
  );
}
