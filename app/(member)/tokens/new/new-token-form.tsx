"use client";
/** The form of a new token: what is typed stays until the token is created, whatever happens. */
import { useRouter } from "next/navigation";
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { withoutUnfinished } from "@/components/tokens/limits/limits-draft";
import { SecretOnce } from "@/components/tokens/secret-once-when-used";
import { SubmitButton } from "@/components/ui/controls/button";
import { ScriptForm } from "@/components/ui/controls/script-form";
import type { PageMember } from "@/lib/session/visitor";
import { OF_AN_ACCOUNT, TO_THEMSELVES } from "@/lib/tokens/owner-words";
import { latestExpiry, problemOf, type TokenProblem } from "@/lib/tokens/policy";
import { firstToTry } from "@/lib/tokens/row-limits";
import { AboutSection } from "./about-section";
import { AccessSection } from "./access/access-section";
import { freeNameLike } from "./clone";
import { type Draft, expiryOf, findDraftProblems, limitsOfDraft, scopesOf, stillWrong, toRequest } from "./draft";
import { expiryOptions, startServerClock } from "./expiry-options";
import { ExpirySection } from "./expiry-section";
import { LimitsSection } from "./limits-section";
import type { LoadedForm } from "./load-form";
import { formatLimits, limitableEntities, listedEntities } from "./review/reach";
import { ReviewedDraft } from "./review/reviewed-draft";
import { OutcomeNotice, useSubmission } from "./submission";

type NewTokenFormProps = LoadedForm & {
  page: PageMember;
  begun: Draft;
  /** The service account that gets the token; absent: the member. */
  account?: { id: string; href: string };
};

export function NewTokenForm(props: NewTokenFormProps) {
  const { page, permissions, policy, now, names, begun, origin, requestsPerMinute, account } = props;
  const words = account === undefined ? TO_THEMSELVES : OF_AN_ACCOUNT;
  const router = useRouter();
  const clock = useMemo(() => startServerClock(now), [now]);
  const options = expiryOptions(policy, now);
  const latest = latestExpiry(policy, now);
  const submission = useSubmission(page, account?.id);
  const { outcome, created, problems: refused, send, refuse, forget } = submission;
  const [draft, setDraft] = useState(begun);
  const [sentDraft, setSentDraft] = useState(draft);
  useFocusOnFirst(refused);

  // The review may be rendered a moment later than the choice itself.
  const reviewed = useDeferredValue(draft);
  const scopes = useMemo(() => scopesOf(reviewed), [reviewed]);
  const limitable = useMemo(() => limitableEntities(scopes, permissions), [scopes, permissions]);
  const expires = expiryOf(draft, options, latest);
  const problems =
    refused.length === 0
      ? refused
      : stillWrong(refused, sentDraft, draft, findDraftProblems(draft, expires, policy, now));
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const error = (part: TokenProblem["part"]) => problemOf(problems, part);

  const submit = () => {
    setSentDraft(draft);
    const found = findDraftProblems(draft, expires, policy, clock());
    if (expires === undefined || found.length > 0) return refuse(found);
    send(toRequest(draft, expires));
  };
  return (
    <>
      <ScriptForm
        dialog={submission.dialog}
        noValidate
        onSubmit={submit}
        className="grid grid-cols-1 items-start gap-6 pb-24 xl:grid-cols-[minmax(0,1fr)_22rem] xl:pb-0 [&_*]:scroll-mb-28"
      >
        <div className="grid min-w-0 grid-cols-1 gap-6">
          <OutcomeNotice outcome={outcome} message={submission.message} problems={problems} />
          <AboutSection
            draft={draft}
            requirePurpose={policy.requirePurpose}
            freeName={isTaken(draft.name, names) ? freeNameLike(draft.name.trim(), names) : null}
            errors={{ name: error("name"), purpose: error("purpose") }}
            onChange={change}
          />
          <AccessSection
            draft={draft}
            permissions={permissions}
            error={error("scopes")}
            onDraft={setDraft}
            words={words}
          />
          <ExpirySection
            {...{ draft, options, now, latest, expires }}
            usual={begun.expiry}
            error={error("expires")}
            onChange={change}
          />
          <LimitsSection
            entities={limitable}
            draft={draft.limits}
            summary={formatLimits(limitsOfDraft({ ...draft, limits: withoutUnfinished(draft.limits) }))}
            errorOf={error}
            requestsPerMinute={requestsPerMinute}
            onChange={(limits) => change({ limits })}
          />
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-3 xl:sticky xl:top-6 xl:max-h-[calc(100dvh-3rem)] xl:grid-rows-[minmax(0,1fr)_auto]">
          <div className="min-w-0 xl:overflow-y-auto">
            <ReviewedDraft
              {...{ page, permissions, policy, now, words, requestsPerMinute }}
              draft={reviewed}
              accountId={account?.id}
              onRefusal={submission.ask}
            />
          </div>
          <div className="max-xl:fixed max-xl:inset-x-0 max-xl:bottom-0 max-xl:z-20 max-xl:border-line max-xl:border-t max-xl:bg-surface max-xl:px-edge max-xl:py-3 lg:max-xl:left-56">
            <SubmitButton className="w-full" busy={submission.busy}>
              Create token
            </SubmitButton>
          </div>
        </div>
      </ScriptForm>
      {created !== null && (
        <SecretOnce
          page={page}
          secret={created}
          origin={origin}
          firstEntity={firstToTry(listedEntities(scopes, permissions), limitsOfDraft(draft).rows) ?? null}
          doneLabel="Done, show my tokens"
          onClose={(how) => {
            forget();
            if (how === "closed") router.replace(account?.href ?? `/tokens?created=${created.id}`);
          }}
        />
      )}
    </>
  );
}

function isTaken(typed: string, names: readonly string[]): boolean {
  const name = typed.trim().toLowerCase();
  return names.some((each) => each.toLowerCase() === name);
}

/** Moves the focus to the first control with a problem, in the order of the page. */
function useFocusOnFirst(problems: readonly TokenProblem[]): void {
  useEffect(() => {
    const parts = problems.map(({ part }) => `[data-part="${part}"]`);
    if (parts.length === 0) return;
    const first = document.querySelector(parts.join(","));
    const isControl = first?.matches("input, select, textarea");
    const inside = first?.querySelector("[aria-invalid]") ?? first?.querySelector(":checked");
    const control = isControl ? first : (inside ?? first);
    if (control instanceof HTMLElement) control.focus();
  }, [problems]);
}
