"use client";
/** The review beside the form. It is rendered after the form, because with many entities it takes longer than a click should. */
import { memo, useState } from "react";
import { readAs } from "@/components/session/read-as";
import { withoutUnfinished } from "@/components/tokens/limits/limits-draft";
import { Button } from "@/components/ui/controls/button";
import { SelectField } from "@/components/ui/controls/field";
import { lazyWhenUsed } from "@/components/ui/dialog/load-when-used";
import type { Scopes, TokenLimits } from "@/lib/model";
import type { Preview } from "@/lib/records/preview";
import type { ActionRefusal } from "@/lib/session/action";
import { NO_CONNECTION } from "@/lib/session/sign-in-messages";
import type { PageMember } from "@/lib/session/visitor";
import { deniedFieldsOf } from "@/lib/tokens/limits";
import type { OwnerWords } from "@/lib/tokens/owner-words";
import type { EntityPermissions } from "@/lib/tokens/permissions";
import { latestExpiry } from "@/lib/tokens/policy";
import { firstToTry } from "@/lib/tokens/row-limits";
import { type Draft, expiryOf, limitsOfDraft, scopesOf } from "../draft";
import { expiryOptions } from "../expiry-options";
import type { LoadedForm } from "../load-form";
import { listedEntities } from "./reach";
import { ReviewPanel } from "./review-panel";

type ReviewedDraftProps = Pick<LoadedForm, "permissions" | "policy" | "now" | "requestsPerMinute"> & {
  draft: Draft;
  page: PageMember;
  words: OwnerWords;
  accountId: string | undefined;
  /** Returns the message to show, or null if a dialog shows it. */
  onRefusal: (refusal: ActionRefusal, again: () => void) => string | null;
};

export const ReviewedDraft = memo(function ReviewedDraft(props: ReviewedDraftProps) {
  const { draft, page, permissions, policy, now, words, requestsPerMinute, accountId, onRefusal } = props;
  const [scopes, limits] = [scopesOf(draft), limitsOfDraft(draft)];
  const finished = limitsOfDraft({ ...draft, limits: withoutUnfinished(draft.limits) });
  const expires = expiryOf(draft, expiryOptions(policy, now), latestExpiry(policy, now));
  return (
    <ReviewPanel {...{ scopes, permissions, words, expires, requestsPerMinute }} limits={finished}>
      <TryOut {...{ page, scopes, limits, accountId, onRefusal }} listed={listedEntities(scopes, permissions)} />
    </ReviewPanel>
  );
});

const PreviewTable = lazyWhenUsed(async () => (await import("./preview-table")).PreviewTable);

/** `listed`: the entities that the token can list. A result is valid only for the scopes and limits that were tried. */
type TryOutProps = Pick<ReviewedDraftProps, "page" | "accountId" | "onRefusal"> & {
  scopes: Scopes;
  limits: TokenLimits;
  listed: readonly EntityPermissions[];
};

type Said = { words: string | null; preview: Preview | null };

function TryOut({ page, accountId, scopes, limits, listed, onRefusal }: TryOutProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [tried, setTried] = useState<({ query: string } & Said) | null>(null);
  const [isBusy, setBusy] = useState(false);
  const entity = listed.find(({ entityKey }) => entityKey === chosen) ?? firstToTry(listed, limits.rows);
  if (entity === undefined) return null;
  const { entityKey, pluralLabel } = entity;
  const query = { ...toQuery(entityKey, scopes, limits), ...(accountId && { account: accountId }) };
  const current = JSON.stringify(query);
  const said = tried?.query === current ? tried : null;
  const tell = (words: string | null, preview: Preview | null = null) => setTried({ query: current, words, preview });

  const tryOut = async () => {
    setBusy(true);
    const answer = await readAs<{ preview: Preview | null }>(page, "/tokens/new/preview", query).catch(() => null);
    setBusy(false);
    if (answer === null) return tell(NO_CONNECTION);
    if ("refused" in answer) return tell(onRefusal(answer, tryOut));
    tell(sentenceOf(answer.preview, pluralLabel), answer.preview);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
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
      <p role="status">{said?.words}</p>
      {said?.preview && <PreviewTable preview={said.preview} pluralLabel={pluralLabel} />}
    </div>
  );
}

function toQuery(entityKey: string, scopes: Scopes, limits: TokenLimits): Record<string, string> {
  const verbs = scopes?.find(({ entity }) => entity === entityKey)?.verbs ?? [];
  const fields = deniedFieldsOf(limits, entityKey);
  const rows = limits.rows.filter((row) => row.entityKey === entityKey).map(({ where }) => where);
  return {
    entity: entityKey,
    ...(scopes === null ? {} : { verbs: verbs.join(",") }),
    ...(fields.length === 0 ? {} : { denied: fields.join(",") }),
    ...(rows.length === 0 ? {} : { rows: JSON.stringify(rows) }),
  };
}

function sentenceOf(preview: Preview | null, pluralLabel: string): string {
  if (preview === null) return `It would read no ${pluralLabel}.`;
  const { count, more, columns } = preview;
  const fields = columns.filter(({ hidden }) => !hidden).map(({ label }) => label);
  const many = more ? `more than ${count}` : String(count);
  return `It would read ${many} ${pluralLabel}, of each ${fields.join(", ") || "no field"}.`;
}
