"use client";
/** "Try it as this token", before there is one: how many records of an entity it would read, and which fields of them. */
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/select-field";
import type { Scopes } from "@/lib/model";
import type { EntityRights } from "@/lib/tokens/rights";
import { type PreviewAnswer, previewToken } from "./preview-action";

type TryOutProps = { scopes: Scopes; listed: readonly EntityRights[] };

/** `listed`: what the token may list. Tried for one choice of scopes, it says nothing of another. */
export function TryOut({ scopes, listed }: TryOutProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [tried, setTried] = useState<{ scopes: string; entityKey: string; answer: PreviewAnswer } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const entity = listed.find(({ entityKey }) => entityKey === chosen) ?? listed[0];
  if (entity === undefined) return null;
  const { entityKey, pluralLabel } = entity;
  const current = JSON.stringify(scopes);
  const answer = tried?.scopes === current && tried.entityKey === entityKey ? tried.answer : null;

  const tryOut = async () => {
    setBusy(true);
    const found = await previewToken({ scopes, entityKey }).catch((): PreviewAnswer => ({ refused: "forbidden" }));
    setBusy(false);
    setTried({ scopes: current, entityKey, answer: found });
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
      <p role="status">{answer && sentenceOf(answer, pluralLabel)}</p>
    </div>
  );
}

function sentenceOf(answer: PreviewAnswer, pluralLabel: string): string {
  if ("refused" in answer) return "That could not be tried. Reload the page to see why.";
  if (answer.preview === null) return `It would read no ${pluralLabel}.`;
  const { count, more, fields, examples } = answer.preview;
  const many = more ? `more than ${count}` : String(count);
  const newest = examples.length === 0 ? "" : ` Newest: ${examples.map((label) => `“${label}”`).join(", ")}.`;
  return `It would read ${many} ${pluralLabel}, of each ${fields.join(", ")}.${newest}`;
}
