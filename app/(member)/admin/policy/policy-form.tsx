"use client";
/** The policy as a form, with what it would mean in a sentence and for active tokens, while it is changed. */
import { useRouter } from "next/navigation";
import { type FormEvent, useState, useTransition } from "react";
import { useIdentity } from "@/components/session/use-identity";
import { Card } from "@/components/ui/card";
import { Button } from "@/components/ui/controls/button";
import { Checkbox } from "@/components/ui/controls/checkbox";
import { TextField } from "@/components/ui/controls/field";
import { Notice, type NoticeTone } from "@/components/ui/notice";
import type { PolicyChanged } from "@/lib/configuration/policy";
import { MAX_POLICY_DAYS } from "@/lib/limits";
import type { TokenPolicy } from "@/lib/model";
import type { PageMember } from "@/lib/session/visitor";
import { savePolicy } from "./actions";
import { describePolicy, samePolicy, toDraft, toPolicy } from "./draft";
import { ExceedingTokens, type JudgedToken } from "./exceeding-tokens";

type PolicyFormProps = { policy: TokenPolicy; page: PageMember; active: JudgedToken[] };
type Outcome = { tone: NoticeTone; text: string };

const NOT_SAVED: Outcome = { tone: "bad", text: "The policy could not be saved. Try again." };
const NO_ADMINISTRATOR = "Only administrators can change the policy. You are none any more.";
const WRONG_NUMBER = `Give a whole number of days from 1 to ${MAX_POLICY_DAYS.toLocaleString("en")}, or nothing.`;

export function PolicyForm({ policy, page, active }: PolicyFormProps) {
  const router = useRouter();
  // What the administrator decides upon: should somebody else change it meanwhile, saving says so first.
  const [base, setBase] = useState(policy);
  const [draft, setDraft] = useState(toDraft(policy));
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const identity = useIdentity(page, NO_ADMINISTRATOR);
  const [busy, startSaving] = useTransition();
  const wanted = toPolicy(draft);
  const changed = wanted === null || !samePolicy(wanted, base);

  const change = (part: Partial<typeof draft>) => {
    setDraft({ ...draft, ...part });
    setOutcome(null);
  };
  const save = () => {
    if (wanted === null) return document.getElementById("policy")?.querySelector("input")?.focus();
    startSaving(async () => {
      const answer = await savePolicy(page, { from: base, to: wanted }).catch(() => null);
      if (answer === null) return setOutcome(NOT_SAVED);
      if ("refused" in answer) {
        const text = identity.ask(answer, save);
        return setOutcome(text === null ? null : { tone: "bad", text });
      }
      setOutcome(toOutcome(answer));
      setBase(answer.kind === "outdated" ? answer.policy : wanted);
      router.refresh();
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Card
        title="Rules for new tokens"
        description="They hold for tokens created from now on. Existing tokens are not affected."
      >
        <form id="policy" onSubmit={submit} noValidate className="grid gap-5">
          <TextField
            label="Maximum lifetime in days"
            hint={`From 1 to ${MAX_POLICY_DAYS.toLocaleString("en")}. Leave it empty for no maximum.`}
            className="*:[input]:max-w-40"
            inputMode="numeric"
            autoComplete="off"
            value={draft.maxLifetimeDays}
            onChange={(event) => change({ maxLifetimeDays: event.target.value })}
            error={wanted === null ? WRONG_NUMBER : null}
          />
          <Checkbox
            label="Every token must expire"
            hint="A forgotten token then stops by itself some day. Without this, the maximum is only for tokens that expire."
            checked={draft.mustExpire}
            onChange={(event) => change({ mustExpire: event.target.checked })}
          />
          <Checkbox
            label="Every token must say what it is for"
            hint="Whoever finds it later then knows what would break without it."
            checked={draft.requirePurpose}
            onChange={(event) => change({ requirePurpose: event.target.checked })}
          />
          {wanted !== null && (
            <p className="border-accent border-l-2 pl-3" aria-live="polite">
              {describePolicy(wanted)}
            </p>
          )}
          <div>
            <div className="flex flex-wrap items-center gap-3">
              <Button type="submit" look="primary" busy={busy}>
                Save policy
              </Button>
              {changed && !busy && <span className="text-quiet text-sm">Not saved yet</span>}
            </div>
            <div role="status">
              {outcome && (
                <Notice tone={outcome.tone} className="mt-4">
                  {outcome.text}
                </Notice>
              )}
            </div>
          </div>
        </form>
      </Card>
      <ExceedingTokens active={active} policy={wanted ?? base} />
      {identity.dialog}
    </div>
  );
}

function toOutcome(answer: PolicyChanged): Outcome {
  switch (answer.kind) {
    case "changed":
      return { tone: "good", text: "Saved. It acts on the next token that is created." };
    case "unchanged":
      return { tone: "info", text: "Nothing has changed." };
    case "outdated":
      return {
        tone: "warn",
        text: `Somebody else has changed the policy meanwhile: ${describePolicy(answer.policy)} Save again to put yours in its place.`,
      };
  }
}
