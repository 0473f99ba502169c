"use client";
import clsx from "clsx";
import { ChevronDown } from "lucide-react";
import { Matrix, VERB_LABELS } from "@/components/tokens/matrix/matrix";
import { useUnfolded } from "@/components/ui/controls/use-unfolded";
import { VERBS, type Verb } from "@/lib/model";
import type { OwnerWords } from "@/lib/tokens/owner-words";
import type { EntityPermissions, VerbPermission } from "@/lib/tokens/permissions";
import { heldVerbs } from "@/lib/tokens/scopes";
import { isSelected, type Selection, tickedByEntity } from "./access-selection";
import { FurtherBox, ScopeBox, type Toggle } from "./scope-box";

export type ChoiceProps = {
  className: string;
  entities: readonly EntityPermissions[];
  words: OwnerWords;
  selection: Selection;
  onToggle: Toggle;
};

export function ChooseMatrix({ className, entities, words, selection, onToggle }: ChoiceProps) {
  const choice = { selection, onToggle };
  const ticked = tickedByEntity(selection);
  return (
    <Matrix
      // With many entities it is as high as a window, and the form continues below.
      className={clsx("max-h-128 overflow-y-auto", className)}
      caption="What the token can do, by entity and verb"
      entities={entities}
      stateOf={({ entityKey }) => ticked.get(entityKey) ?? ""}
      columnOf={(verb) => (
        <ScopeBox label={`All: ${verb}`} {...{ entities, ...choice }} verbs={[verb]} className="justify-center" />
      )}
      leadOf={(entity) => <ScopeBox label={`${entity.pluralLabel}: all verbs`} {...choice} entities={[entity]} />}
      notesOf={(entity) => <EntityNotes entity={entity} words={words} />}
      cellOf={(entity, verb) => <ScopeCell {...{ entity, verb, ...choice }} />}
      furtherOf={(entity, further) => <FurtherBox place="table" {...{ entity, further, ...choice }} />}
    />
  );
}

type ScopeCellProps = Pick<ChoiceProps, "selection" | "onToggle"> & { entity: EntityPermissions; verb: Verb };

function ScopeCell({ entity, verb, ...choice }: ScopeCellProps) {
  const permission = entity.verbs[verb];
  const note = `table-${entity.entityKey}-${verb}`;
  return (
    <>
      <ScopeBox
        label={`${entity.pluralLabel}: ${verb}`}
        {...choice}
        entities={[entity]}
        verbs={[verb]}
        describedBy={isPlain(permission) ? undefined : note}
        className="justify-center"
      />
      <PermissionNote id={note} permission={permission} />
    </>
  );
}

/** What to know about an entity, or a permission on it, before it is granted to a token. */
type EntityNotesProps = { entity: EntityPermissions; words: OwnerWords };

export function EntityNotes({ entity: { hiddenFieldCount: hidden }, words: { subject } }: EntityNotesProps) {
  if (hidden === 0) return null;
  return (
    <span className="block text-quiet text-xs">
      {hidden === 1 ? "1 field" : `${hidden} fields`} hidden from {subject}
    </span>
  );
}

export function isPlain(permission: VerbPermission): boolean {
  return permission.held && !permission.someRecords;
}

/** A word for sighted readers, and a sentence for screen readers. */
function PermissionNote({ id, permission }: { id: string; permission: VerbPermission }) {
  if (isPlain(permission)) return null;
  return (
    <span id={id} className="block text-quiet text-xs leading-tight">
      <span aria-hidden>{permission.held ? "some records" : "not granted"}</span>
      <span className="sr-only">{permission.held ? "On some of the records only." : permission.reason}</span>
    </span>
  );
}

export function ScopeAccordion({ className, entities, words, selection, onToggle }: ChoiceProps) {
  return (
    <ul className={clsx("divide-y divide-line rounded-control border border-line", className)}>
      {entities.map((entity) => (
        <li key={entity.entityKey}>
          <EntityVerbs {...{ entity, words, selection, onToggle }} />
        </li>
      ))}
    </ul>
  );
}

type EntityVerbsProps = Pick<ChoiceProps, "words" | "selection" | "onToggle"> & { entity: EntityPermissions };

function EntityVerbs({ entity, words, selection, onToggle }: EntityVerbsProps) {
  const { isOpen, details } = useUnfolded();
  const chosen = heldVerbs(entity).filter((verb) => isSelected(selection, entity.entityKey, verb));
  return (
    <details {...details} className="group">
      <summary className="flex min-h-11 items-center gap-3 px-3 py-2">
        <span className="min-w-0 grow">
          <span className="block font-medium">{entity.pluralLabel}</span>
          <span className="block text-quiet text-sm">{chosen.length === 0 ? "nothing" : chosen.join(", ")}</span>
          <EntityNotes entity={entity} words={words} />
        </span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-quiet transition-transform group-open:rotate-180" />
      </summary>
      {/* Rendered only when expanded, because many entities have many checkboxes. */}
      {isOpen && <VerbBoxes {...{ entity, selection, onToggle }} />}
    </details>
  );
}

type VerbBoxesProps = Omit<EntityVerbsProps, "words">;

function VerbBoxes({ entity, selection, onToggle }: VerbBoxesProps) {
  return (
    <>
      <ul className="grid gap-1 px-3 pb-3">
        <li>
          <ScopeBox
            label={`${entity.pluralLabel}: all verbs`}
            {...{ selection, onToggle }}
            entities={[entity]}
            className="min-h-9"
          >
            All verbs
          </ScopeBox>
        </li>
        {VERBS.map((verb) => (
          <li key={verb} className="border-line border-t pt-1">
            <ScopeBox
              label={`${entity.pluralLabel}: ${verb}`}
              {...{ selection, onToggle }}
              entities={[entity]}
              verbs={[verb]}
              className="min-h-9"
            >
              <span>
                {VERB_LABELS[verb]}
                <PermissionSentence permission={entity.verbs[verb]} />
              </span>
            </ScopeBox>
          </li>
        ))}
      </ul>
      {entity.further.length > 0 && (
        <ul aria-label={`${entity.pluralLabel}: further verbs`} className="grid gap-1 border-line border-t px-3 py-2">
          {entity.further.map((further) => (
            <li key={further.verb}>
              <FurtherBox place="accordion" {...{ entity, further, selection, onToggle }} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function PermissionSentence({ permission }: { permission: VerbPermission }) {
  if (isPlain(permission)) return null;
  return (
    <span className="block text-quiet text-sm">
      {permission.held ? "On some of the records only." : permission.reason}
    </span>
  );
}
