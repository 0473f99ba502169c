"use client";
/** Changes a token's name and purpose, removes access and tightens restrictions, in one step, after it has said what is lost. */
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useMemberAction } from "@/components/session/use-member-action";
import type { LimitableEntity } from "@/components/tokens/limits/field-choice";
import { LimitFields } from "@/components/tokens/limits/limit-fields";
import { withStoredRows } from "@/components/tokens/limits/limits-draft";
import { formatLength } from "@/components/tokens/text-length";
import { Card } from "@/components/ui/card";
import { LinkButton, SubmitButton } from "@/components/ui/controls/button";
import { TextAreaField, TextField } from "@/components/ui/controls/field";
import { ScriptForm } from "@/components/ui/controls/script-form";
import { withItems } from "@/components/ui/controls/with-items";
import { Notice } from "@/components/ui/notice";
import type { TokenLimits } from "@/lib/model";
import type { ActionRefusal } from "@/lib/session/action";
import type { PageMember } from "@/lib/session/visitor";
import type { TokenLabels } from "@/lib/tokens/change/edit";
import { MAX_NAME_LENGTH, MAX_PURPOSE_LENGTH, problemOf, type TokenProblem } from "@/lib/tokens/policy";
import type { EntityEffect } from "@/lib/tokens/read/detail";
import type { SentEdit } from "../../action-input";
import type { Permission } from "../../new/access/access-selection";
import { editAction } from "../actions";
import { LosingDialog, RemovalMatrix } from "./access-to-remove";
import { changesIn, draftOfEdit, type EditDraft, losingEntities, problemsIn, toEdit, withLabels } from "./edit-draft";

type EditFormProps = {
  token: TokenLabels & { id: string; limits: TokenLimits; followsOwner: boolean };
  access: EntityEffect[];
  /** The entities that the token can list. A field that is already denied cannot be ticked. */
  entities: LimitableEntity[];
  /** Permissions that are unticked initially, because of a suggestion. */
  removed: Permission[];
  requirePurpose: boolean;
  requestsPerMinute: number;
  page: PageMember;
};

export function EditForm(props: EditFormProps) {
  const { token, access, entities, removed, requirePurpose, requestsPerMinute, page } = props;
  const { isSaved, refused, message, send, refuse, edit, busy, dialog } = useEdit(page);
  const [draft, setDraft] = useState(() => draftOfEdit(token, removed));
  const [shown, setShown] = useState<TokenLabels>({ name: token.name, purpose: token.purpose });
  const [isAsking, setIsAsking] = useState(false);
  const problems = problemsIn(draft, token.limits, { requirePurpose });
  const errorOf = (part: TokenProblem["part"]) => problemOf(refused, part);
  const changes = changesIn(draft, { shown, access, limits: token.limits, entities });

  const change = (part: Partial<EditDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    edit();
  };
  const save = () => {
    setIsAsking(false);
    send(toEdit(draft, { tokenId: token.id, shown, access, changes }), (kind, now) => {
      setDraft((before) => ({
        ...withLabels(before, { sent: draft, kind, shown, now }),
        ...(kind === "changed" && { limits: withStoredRows(before.limits) }),
      }));
      setShown(now);
    });
  };
  const submit = () => {
    // Checked before anything is sent, because the typed text may contain a secret.
    if (problems.length > 0) return refuse(problems);
    if (changes.lost === "" && changes.tightened.length === 0) return save();
    setIsAsking(true);
  };
  return (
    <>
      <ScriptForm dialog={dialog} onSubmit={submit} noValidate className="grid grid-cols-1 gap-6">
        <Card title="Name and purpose" description="The secret stays the same.">
          <div className="grid gap-4">
            <TextField
              label="Name"
              value={draft.name}
              hint={formatLength(draft.name, MAX_NAME_LENGTH)}
              autoComplete="off"
              error={errorOf("name")}
              onChange={(event) => change({ name: event.target.value })}
            />
            <TextAreaField
              label="Purpose"
              value={draft.purpose}
              required={requirePurpose}
              hint={formatLength(draft.purpose, MAX_PURPOSE_LENGTH)}
              error={errorOf("purpose")}
              onChange={(event) => change({ purpose: event.target.value })}
            />
          </div>
        </Card>
        <Card title="Access" description={`${REMOVE}${token.followsOwner ? FOLLOWS : ""}`}>
          <RemovalMatrix
            access={access}
            removed={draft.removed}
            onToggle={(permission) => {
              setDraft(({ removed, ...before }) => ({
                ...before,
                removed: withItems(removed, [permission], !removed.has(permission)),
              }));
              edit();
            }}
          />
        </Card>
        <Card
          title="Restrictions"
          description={
            <>
              Restrictions can only be tightened. To loosen one,{" "}
              <Link href={`/tokens/new?from=${token.id}`} className="inline-block min-h-6 text-accent underline">
                clone this token
              </Link>
              .
            </>
          }
        >
          <LimitFields
            {...{ entities, requestsPerMinute }}
            draft={draft.limits}
            errorOf={errorOf}
            onChange={(limits) => change({ limits })}
          />
        </Card>
        <div className="sticky bottom-0 z-10 grid grid-cols-1 gap-3 rounded-card border border-line bg-surface px-edge py-3 shadow-card sm:px-6">
          <Outcome {...{ isSaved, refused, message }} />
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <p role="status" className="min-w-0 flex-1 text-sm [overflow-wrap:anywhere]">
              {changes.text === "" ? "No changes yet." : changes.text}
            </p>
            <span className="flex flex-wrap gap-3">
              <LinkButton href={`/tokens/${token.id}`}>Cancel</LinkButton>
              <SubmitButton busy={busy}>Save changes</SubmitButton>
            </span>
          </div>
        </div>
      </ScriptForm>
      {isAsking && (
        <LosingDialog
          {...{ changes }}
          losing={losingEntities(access, draft.removed)}
          onConfirm={save}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

const REMOVE = "Untick what the token no longer needs. Access can only be removed; adding some takes a new token.";
const FOLLOWS =
  " This token has all your permissions, including future ones. Once you remove one, it keeps only what is ticked.";

/** Rendered from the start, so that screen readers announce changes. */
function Outcome({ isSaved, refused, message }: Pick<ReturnType<typeof useEdit>, "isSaved" | "refused" | "message">) {
  return (
    <div role="status" className="empty:hidden">
      {isSaved && <Notice tone="good">Saved. Applies from the next request.</Notice>}
      {/* Access has no field to show its problem. */}
      {refused.length > 0 && <Notice tone="bad">Nothing was saved. {problemOf(refused, "scopes")}</Notice>}
      {message !== null && <Notice tone="bad">{message}</Notice>}
    </div>
  );
}

type Edited = Exclude<Awaited<ReturnType<typeof editAction>>, ActionRefusal>;

const ENDED = {
  unknown: "This token no longer exists.",
  "not active": "This token no longer works, and stays as it was.",
};

const TEXTS = { noAnswer: "There was no response. Save once more." };

function useEdit(page: PageMember) {
  const router = useRouter();
  const { run, message, tell, busy, dialog } = useMemberAction(page, TEXTS);
  /** Lists the problems of a refused draft, and is empty while the draft is edited. */
  const [outcome, setOutcome] = useState<"saved" | TokenProblem[]>([]);

  const edit = () => {
    setOutcome([]);
    tell(null);
  };
  /** `adopt`: called with the stored labels, if the token could be changed. */
  const send = (sent: SentEdit, adopt: (kind: string, now: TokenLabels) => void): void => {
    edit();
    run<Edited>(
      () => editAction(page, sent),
      (edited) => {
        if ("problems" in edited) return setOutcome(edited.problems);
        if (!("now" in edited)) return tell(ENDED[edited.kind]);
        adopt(edited.kind, edited.now);
        if (edited.kind === "changed meanwhile") return tell(changedElsewhere(edited.now));
        setOutcome("saved");
        router.refresh();
      },
    );
  };
  const isSaved = outcome === "saved";
  return { isSaved, refused: isSaved ? [] : outcome, message, send, refuse: setOutcome, edit, busy, dialog };
}

function changedElsewhere({ name, purpose }: TokenLabels): string {
  const now = purpose === "" ? "and has no purpose" : `with the purpose “${purpose}”`;
  return `Nothing was changed, because the token was edited elsewhere. It is now called “${name}” ${now}. Your text is still here: save again to replace it.`;
}
