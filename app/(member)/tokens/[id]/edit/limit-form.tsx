"use client";
/** Tightens the limits of a token, after saying what will be refused. Nothing can be loosened: that takes a new token. */
import { useState } from "react";
import type { LimitableEntity } from "@/components/tokens/limits/field-choice";
import { LimitFields } from "@/components/tokens/limits/limit-fields";
import { draftOfLimits, type LimitsDraft, toLimits } from "@/components/tokens/limits/limits-draft";
import { Button } from "@/components/ui/controls/button";
import { useEarlyInput } from "@/components/ui/controls/use-early-input";
import { ConfirmDialog } from "@/components/ui/dialog/confirm-dialog";
import { capitalized } from "@/lib/messages/cut-text";
import type { TokenLimits } from "@/lib/model";
import type { PageMember } from "@/lib/session/visitor";
import {
  describeTightening,
  findLoosening,
  type LimitProblem,
  normalizeLimits,
  numberProblems,
  withLabels,
} from "@/lib/tokens/limits";
import { limitAction } from "../actions";
import { EditOutcome, refusalOf, useEdit } from "./use-edit";

type LimitFormProps = {
  tokenId: string;
  limits: TokenLimits;
  /** What the token lists: each field that is denied already cannot be ticked. */
  entities: LimitableEntity[];
  requestsPerMinute: number;
  page: PageMember;
};

export function LimitForm({ tokenId, limits, entities, requestsPerMinute, page }: LimitFormProps) {
  const { state, send, refuse, edit, busy, dialog } = useEdit(page);
  const fields = useEarlyInput<HTMLDivElement>();
  const [draft, setDraft] = useState<LimitsDraft>(() => draftOfLimits(limits));
  const [isAsking, setIsAsking] = useState(false);
  const problems = findProblems(limits, draft);
  const words = problems.length > 0 ? [] : tighteningInWords(limits, draft, entities);

  const save = () => {
    setIsAsking(false);
    send(() => limitAction(page, { tokenId, limits: toLimits(draft) }));
  };
  return (
    <>
      <div ref={fields}>
        <LimitFields
          {...{ entities, draft, requestsPerMinute }}
          errors={{
            deniedFields: refusalOf(state, "deniedFields"),
            allowedAddresses: refusalOf(state, "allowedAddresses"),
            requestsPerMinute: refusalOf(state, "requestsPerMinute"),
          }}
          onChange={(next) => {
            setDraft(next);
            edit();
          }}
        />
      </div>
      <p role="status" className="my-3 text-sm [overflow-wrap:anywhere]">
        {problems.length === 0 && (words.length === 0 ? "Nothing will change." : `From now on: ${words.join("; ")}.`)}
      </p>
      <EditOutcome state={state} saved="Limited. It acts on the next request." />
      <Button
        className="mt-3"
        disabled={problems.length === 0 && words.length === 0}
        busy={busy}
        onClick={() => (problems.length > 0 ? refuse(problems) : setIsAsking(true))}
      >
        Tighten limits
      </Button>
      {isAsking && (
        <ConfirmDialog
          open
          title="Tighten these limits?"
          confirmLabel="Tighten"
          onConfirm={save}
          onCancel={() => setIsAsking(false)}
        >
          <p className="[overflow-wrap:anywhere]">{capitalized(words.join("; "))}.</p>
          <p>It acts on the next request. These limits cannot be loosened again: that takes a new token.</p>
        </ConfirmDialog>
      )}
      {dialog}
    </>
  );
}

function findProblems(held: TokenLimits, draft: LimitsDraft): LimitProblem[] {
  const limits = toLimits(draft);
  const wrong = numberProblems(limits);
  return wrong.length > 0 ? wrong : findLoosening(held, normalizeLimits(limits));
}

function tighteningInWords(held: TokenLimits, draft: LimitsDraft, entities: LimitableEntity[]): string[] {
  const after = normalizeLimits(toLimits(draft));
  return describeTightening(withLabels(held, entities), withLabels(after, entities));
}
