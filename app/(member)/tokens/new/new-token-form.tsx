"use client";
/** The form of a new token: what is typed stays until the token is created, whatever happens on the way. */
import { useRouter } from "next/navigation";
import { type FormEvent, useEffect, useMemo, useRef, useState } from "react";
import { startServerClock } from "@/components/live/server-clock";
import { RefusalDialog, useIdentity } from "@/components/session/use-identity";
import { SecretOnce } from "@/components/tokens/secret-once-when-used";
import { Button } from "@/components/ui/controls/button";
import { ScriptForm } from "@/components/ui/controls/script-form";
import type { TokenPolicy } from "@/lib/model";
import type { PageMember } from "@/lib/session/visitor";
import { OF_AN_ACCOUNT, TO_THEMSELVES } from "@/lib/tokens/owner-words";
import type { EntityPermissions } from "@/lib/tokens/permissions";
import { latestExpiry, problemOf, type TokenProblem } from "@/lib/tokens/policy";
import { AboutSection } from "./about-section";
import { AccessSection } from "./access/access-section";
import { type Draft, expiryOf, findDraftProblems, limitsOfDraft, scopesOf, stillWrong, toRequest } from "./draft";
import { expiryOptions } from "./expiry-options";
import { ExpirySection } from "./expiry-section";
import { LimitsSection } from "./limits-section";
import { OutcomeNotice } from "./outcome-notice";
import { limitableEntities, limitsInWords, listedEntities } from "./review/reach";
import { ReviewPanel } from "./review/review-panel";
import { TryOut } from "./review/try-out";
import { useSubmission } from "./use-submission";

type NewTokenFormProps = {
  page: PageMember;
  permissions: EntityPermissions[];
  policy: TokenPolicy;
  /** Of the request, so that dates that are allowed when they are shown are allowed when they are sent. */
  now: Date;
  /** Names of the owner's working tokens. */
  names: string[];
  /** What it begins with: the usual choices, or a copy of another token. */
  begun: Draft;
  origin: string;
  requestsPerMinute: number;
  /** The service account that gets the token; absent: the member. */
  account?: { id: string; href: string };
};

export function NewTokenForm(props: NewTokenFormProps) {
  const { page, permissions, policy, now, names, begun, origin, requestsPerMinute, account } = props;
  const words = account === undefined ? TO_THEMSELVES : OF_AN_ACCOUNT;
  const router = useRouter();
  const identity = useIdentity(page);
  const clock = useMemo(() => startServerClock(now), [now]);
  const options = expiryOptions(policy, now);
  const latest = latestExpiry(policy, now);
  const [draft, setDraft] = useState(begun);
  const [sentDraft, setSentDraft] = useState(draft);
  const { submission, send, refuse, reset } = useSubmission(page, account?.id);
  const form = useRef<HTMLFormElement>(null);
  const refused = submission.kind === "refused" ? submission.problems : NO_PROBLEMS;
  useFocusOnFirst(refused, form);

  const scopes = scopesOf(draft);
  const listed = listedEntities(scopes, permissions);
  const expires = expiryOf(draft, options, latest);
  const limits = limitsOfDraft(draft);
  const problems =
    refused.length === 0
      ? NO_PROBLEMS
      : stillWrong(refused, sentDraft, draft, findDraftProblems(draft, expires, policy, now));
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const error = (part: TokenProblem["part"]) => problemOf(problems, part);

  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    setSentDraft(draft);
    const found = findDraftProblems(draft, expires, policy, clock());
    if (expires === undefined || found.length > 0) return refuse(found);
    await send(toRequest(draft, expires));
  };
  const leave = (how: "closed" | "page left") => {
    reset();
    if (how === "closed") router.replace(account?.href ?? "/tokens");
  };
  return (
    <>
      <ScriptForm
        ref={form}
        noValidate
        onSubmit={submit}
        className="grid grid-cols-1 items-start gap-6 pb-24 xl:grid-cols-[minmax(0,1fr)_22rem] xl:pb-0 [&_*]:scroll-mb-28"
      >
        <div className="grid min-w-0 grid-cols-1 gap-6">
          <OutcomeNotice submission={submission} problems={problems} page={page} />
          <AboutSection
            draft={draft}
            requirePurpose={policy.requirePurpose}
            nameTaken={names.includes(draft.name.trim())}
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
            entities={limitableEntities(scopes, permissions)}
            draft={draft.limits}
            summary={limitsInWords(limits)}
            errors={{
              deniedFields: error("deniedFields"),
              allowedAddresses: error("allowedAddresses"),
              requestsPerMinute: error("requestsPerMinute"),
            }}
            requestsPerMinute={requestsPerMinute}
            onChange={(limits) => change({ limits })}
          />
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-3 xl:sticky xl:top-6 xl:max-h-[calc(100dvh-3rem)] xl:grid-rows-[minmax(0,1fr)_auto]">
          <div className="min-w-0 xl:overflow-y-auto">
            <ReviewPanel {...{ scopes, limits, permissions, words, expires, requestsPerMinute }}>
              <TryOut
                {...{ page, scopes, listed }}
                accountId={account?.id}
                denied={limits.deniedFields}
                onRefusal={identity.ask}
              />
            </ReviewPanel>
          </div>
          <div className="max-xl:fixed max-xl:inset-x-0 max-xl:bottom-0 max-xl:z-20 max-xl:border-line max-xl:border-t max-xl:bg-surface max-xl:px-edge max-xl:py-3 lg:max-xl:left-56">
            <Button type="submit" look="primary" className="w-full" busy={submission.kind === "sending"}>
              Create token
            </Button>
          </div>
        </div>
      </ScriptForm>
      <RefusalDialog
        refused={submission.kind === "held up" ? submission.refused : null}
        page={page}
        onLifted={() => submit()}
        onCancel={reset}
      />
      {identity.dialog}
      {submission.kind === "created" && (
        <SecretOnce
          secret={submission.secret}
          origin={origin}
          firstEntity={toFirstEntity(listed[0])}
          doneLabel="Done, show my tokens"
          onClose={leave}
        />
      )}
    </>
  );
}

const NO_PROBLEMS: TokenProblem[] = [];

function toFirstEntity(entity: EntityPermissions | undefined) {
  return entity === undefined ? null : { key: entity.entityKey, pluralLabel: entity.pluralLabel };
}

/** To the first control, in the order of the page, that something is wrong with. */
function useFocusOnFirst(problems: readonly TokenProblem[], form: { readonly current: HTMLFormElement | null }): void {
  useEffect(() => {
    const parts = problems.map(({ part }) => `[data-part="${part}"]`);
    if (parts.length === 0) return;
    const first = form.current?.querySelector(parts.join(","));
    const isControl = first?.matches("input, select, textarea");
    const inside = first?.querySelector("[aria-invalid]") ?? first?.querySelector(":checked");
    const control = isControl ? first : (inside ?? first);
    if (control instanceof HTMLElement) control.focus();
  }, [problems, form]);
}
