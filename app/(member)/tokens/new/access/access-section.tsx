"use client";
import { Search } from "lucide-react";
import { type Dispatch, type SetStateAction, useState } from "react";
import { Matrix } from "@/components/tokens/matrix/matrix";
import { Card } from "@/components/ui/card";
import { FieldError, TextField } from "@/components/ui/controls/field";
import { capitalized } from "@/lib/messages/cut-text";
import type { Verb } from "@/lib/model";
import type { OwnerWords } from "@/lib/tokens/owner-words";
import type { EntityPermissions, VerbPermission } from "@/lib/tokens/permissions";
import { ChoiceCard } from "../choice-card";
import { type Draft, PRESETS, type Preset, scopesOfPreset, withPreset, withSelection } from "../draft";
import { countTicked, type Selection, tickedByEntity, toggle } from "./access-selection";
import { FurtherBox, ScopeBox, type Toggle } from "./scope-box";

const SEARCHED_FROM = 8;

const textsOf = ({ subject, gets }: OwnerWords): Record<Preset, { label: string; hint: string }> => ({
  "read only": { label: "Read only", hint: "List, query and read records" },
  "read and write": { label: "Read and write", hint: "List, create and update; no deleting" },
  everything: { label: "Full access", hint: `Includes permissions ${subject} ${gets} later` },
  custom: { label: "Custom", hint: "Tick what it needs, and no more" },
});

const noPermissions = ({ possessive, subject }: OwnerWords) =>
  `${capitalized(possessive)} roles give ${subject} no permissions in this organization, so a token could do nothing. Ask an administrator for a role; then reload this page.`;

type AccessSectionProps = {
  draft: Draft;
  permissions: readonly EntityPermissions[];
  words: OwnerWords;
  error: string | null;
  onDraft: Dispatch<SetStateAction<Draft>>;
};

export function AccessSection({ draft, permissions, words, error, onDraft }: AccessSectionProps) {
  const [sought, setSought] = useState("");
  const shown = permissions.filter((entity) => matches(entity, sought));
  const { selection } = draft;
  const onToggle: Toggle = (entities, verbs) =>
    onDraft((before) => withSelection(before, toggle(before.selection, entities, verbs)));
  return (
    <Card
      title="Access"
      description={`A token can never do more than ${words.subject} can at the moment of a request.`}
    >
      <div className="grid grid-cols-1 gap-5">
        <fieldset data-part="scopes" className="grid min-w-0 grid-cols-1 gap-2 sm:grid-cols-2">
          <legend className="sr-only">Access</legend>
          {PRESETS.map((preset) => (
            <ChoiceCard
              key={preset}
              name="access"
              value={preset}
              {...textsOf(words)[preset]}
              refused={refusalOf(preset, permissions, words)}
              checked={draft.preset === preset}
              invalid={error !== null && draft.preset === preset}
              onChange={() => onDraft((before) => withPreset(before, preset, permissions))}
            />
          ))}
        </fieldset>
        <FieldError text={error} />
        <div className="grid grid-cols-1 gap-3">
          <div className="flex flex-wrap items-end justify-between gap-3">
            {permissions.length >= SEARCHED_FROM && (
              <TextField
                label="Find an entity"
                type="search"
                className="w-full sm:w-64"
                value={sought}
                onChange={(event) => setSought(event.target.value)}
              />
            )}
            <p role="status" className="text-quiet text-sm">
              {countTicked(selection, permissions, words)}
              {sought.trim() !== "" && `, ${shown.length} of ${permissions.length} entities shown`}
            </p>
          </div>
          {shown.length === 0 ? (
            <p className="flex items-center gap-2 rounded-control bg-sunken px-3.5 py-3 text-quiet">
              <Search aria-hidden className="size-4" />
              {permissions.length === 0 ? noPermissions(words) : "No entity is called that."}
            </p>
          ) : (
            <ChooseMatrix entities={shown} {...{ words, selection, onToggle }} />
          )}
        </div>
      </div>
    </Card>
  );
}

function matches({ entityKey, label, pluralLabel }: EntityPermissions, sought: string): boolean {
  const word = sought.trim().toLowerCase();
  return [entityKey, label, pluralLabel].some((text) => text.toLowerCase().includes(word));
}

function refusalOf(
  preset: Preset,
  permissions: readonly EntityPermissions[],
  { possessive }: OwnerWords,
): string | null {
  if (preset !== "read only" && preset !== "read and write") return null;
  return scopesOfPreset(preset, permissions)?.length === 0
    ? `${capitalized(possessive)} roles grant none of this`
    : null;
}

type ChoiceProps = {
  entities: readonly EntityPermissions[];
  words: OwnerWords;
  selection: Selection;
  onToggle: Toggle;
};

function ChooseMatrix({ entities, words, selection, onToggle }: ChoiceProps) {
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

/** Says what people should know about an entity, or a permission on it, before they grant it to a token. */
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
