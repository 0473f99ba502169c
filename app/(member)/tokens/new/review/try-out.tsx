"use client";
/** "Try it as this token", before there is one: how many records of an entity it would read, and which fields of them. */
import { useState } from "react";
import { readAs } from "@/components/session/read-as";
import { Button } from "@/components/ui/controls/button";
import { SelectField } from "@/components/ui/controls/field";
import type { Scopes } from "@/lib/model";
import type { Preview } from "@/lib/records/preview";
import type { ActionRefusal } from "@/lib/session/action";
import { NO_CONNECTION } from "@/lib/session/sign-in-messages";
import type { PageMember } from "@/lib/session/visitor";
import type { EntityPermissions } from "@/lib/tokens/permissions";

type TryOutProps = {
  page: PageMember;
  scopes: Scopes;
  /** What the token can list. Tried for one choice of scopes, it says nothing of another. */
  listed: readonly EntityPermissions[];
  /** Answers what to tell the person, or null where it tells them itself. */
  onRefusal: (refusal: ActionRefusal, again: () => void) => string | null;
};

export function TryOut({ page, scopes, listed, onRefusal }: TryOutProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [tried, setTried] = useState<{ scopes: string; entityKey: string; said: string | null } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const entity = listed.find(({ entityKey }) => entityKey === chosen) ?? listed[0];
  if (entity === undefined) return null;
  const { entityKey, pluralLabel } = entity;
  const current = JSON.stringify(scopes);
  const said = tried?.scopes === current && tried.entityKey === entityKey ? tried.said : null;
  const tell = (words: string | null) => setTried({ scopes: current, entityKey, said: words });

  const tryOut = async () => {
    setBusy(true);
    const chosen = scopes?.find(({ entity }) => entity === entityKey)?.verbs.join(",");
    const query = { entity: entityKey, ...(scopes === null ? {} : { verbs: chosen ?? "" }) };
    const answer = await readAs<Tried>(page, "/tokens/new/preview", query).catch(() => null);
    setBusy(false);
    if (answer === null) return tell(NO_CONNECTION);
    tell("refused" in answer ? onRefusal(answer, tryOut) : sentenceOf(answer, pluralLabel));
  };
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-end gap-2">
        <SelectField
          label="Try it as this token"
          className="min-w-0 flex-1"
          value={entityKey}
          options={listed.map((each) => ({ value: each.entityKey, label: each.pluralLabel }))}
          onChange={(event) => setChosen(event.target.value)}
        />
        <Button busy={isBusy} onClick={tryOut}>
          Try
        </Button>
      </div>
      <p role="status">{said}</p>
    </div>
  );
}

type Tried = { preview: Preview | null };

function sentenceOf({ preview }: Tried, pluralLabel: string): string {
  if (preview === null) return `It would read no ${pluralLabel}.`;
  const { count, more, fields, examples } = preview;
  const many = more ? `more than ${count}` : String(count);
  const newest = examples.length === 0 ? "" : ` Newest: ${examples.map((label) => `“${label}”`).join(", ")}.`;
  return `It would read ${many} ${pluralLabel}, of each ${fields.join(", ")}.${newest}`;
}
