"use client";
/** The same choice where a table has no room: one entity after the other, with collapsed verbs. */
import clsx from "clsx";
import { ChevronDown } from "lucide-react";
import { VERB_LABELS } from "@/components/tokens/matrix/matrix";
import { useUnfolded } from "@/components/ui/controls/use-unfolded";
import { VERBS } from "@/lib/model";
import type { EntityPermissions, VerbPermission } from "@/lib/tokens/permissions";
import { heldVerbs } from "@/lib/tokens/scopes";
import { isSelected } from "./access-selection";
import { type ChoiceProps, EntityNotes, isPlain } from "./choose-matrix";
import { FurtherBox, ScopeBox } from "./scope-box";

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
