"use client";
import { Search } from "lucide-react";
import { type Dispatch, type SetStateAction, useState } from "react";
import { Card } from "@/components/ui/card";
import { FieldError, TextField } from "@/components/ui/controls/field";
import { capitalized } from "@/lib/messages/cut-text";
import type { OwnerWords } from "@/lib/tokens/owner-words";
import type { EntityPermissions } from "@/lib/tokens/permissions";
import { ChoiceCard } from "../choice-card";
import { type Draft, PRESETS, type Preset, scopesOfPreset, withPreset, withSelection } from "../draft";
import { countTicked, toggle } from "./access-selection";
import { ChooseMatrix } from "./choose-matrix";
import type { Toggle } from "./scope-box";

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
