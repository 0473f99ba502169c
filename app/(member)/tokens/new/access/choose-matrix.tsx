"use client";
import { Matrix } from "@/components/tokens/matrix/matrix";
import type { Verb } from "@/lib/model";
import type { OwnerWords } from "@/lib/tokens/owner-words";
import type { EntityPermissions, VerbPermission } from "@/lib/tokens/permissions";
import { type Selection, tickedByEntity } from "./access-selection";
import { FurtherBox, ScopeBox, type Toggle } from "./scope-box";

type ChoiceProps = {
  entities: readonly EntityPermissions[];
  words: OwnerWords;
  selection: Selection;
  onToggle: Toggle;
};

export function ChooseMatrix({ entities, words, selection, onToggle }: ChoiceProps) {
  const choice = { selection, onToggle };
  const ticked = tickedByEntity(selection);
  return (
    <Matrix
      // With many entities it is as high as a window, and the form continues below.
      className="max-h-128 overflow-y-auto"
      caption="What the token can do, by entity and verb"
      entities={entities}
      stateOf={({ entityKey }) => ticked.get(entityKey) ?? ""}
      columnOf={(verb) => (
        <ScopeBox label={`All: ${verb}`} {...{ entities, ...choice }} verbs={[verb]} className="justify-center" />
      )}
      leadOf={(entity) => <ScopeBox label={`${entity.pluralLabel}: all verbs`} {...choice} entities={[entity]} />}
      notesOf={(entity) => <EntityNotes entity={entity} words={words} />}
      cellOf={(entity, verb) => <ScopeCell {...{ entity, verb, ...choice }} />}
      furtherOf={(entity, further) => <FurtherBox {...{ entity, further, ...choice }} />}
    />
  );
}

type ScopeCellProps = Pick<ChoiceProps, "selection" | "onToggle"> & { entity: EntityPermissions; verb: Verb };

function ScopeCell({ entity, verb, ...choice }: ScopeCellProps) {
  const permission = entity.verbs[verb];
  const note = `note-${entity.entityKey}-${verb}`;
  return (
    <>
      <ScopeBox
        label={`${entity.pluralLabel}: ${verb}`}
        {...choice}
        entities={[entity]}
        verbs={[verb]}
        describedBy={isPlain(permission) ? undefined : note}
        className="columns:justify-center"
      />
      <PermissionNote id={note} permission={permission} />
    </>
  );
}

/** What to know about an entity, or a permission on it, before it is granted to a token. */
type EntityNotesProps = { entity: EntityPermissions; words: OwnerWords };

function EntityNotes({ entity: { hiddenFieldCount: hidden }, words: { subject } }: EntityNotesProps) {
  if (hidden === 0) return null;
  return (
    <span className="block text-quiet text-xs">
      {hidden === 1 ? "1 field" : `${hidden} fields`} hidden from {subject}
    </span>
  );
}

function isPlain(permission: VerbPermission): boolean {
  return permission.held && !permission.someRecords;
}

/** A sentence; where verbs have columns, a word for sighted readers. */
function PermissionNote({ id, permission }: { id: string; permission: VerbPermission }) {
  if (isPlain(permission)) return null;
  return (
    <span id={id} className="block text-quiet text-xs leading-tight">
      <span aria-hidden className="hidden columns:inline">
        {permission.held ? "some records" : "not granted"}
      </span>
      <span className="columns:sr-only">{permission.held ? "On some of the records only." : permission.reason}</span>
    </span>
  );
}
