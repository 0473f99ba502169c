"use client";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { useMemberAction } from "@/components/session/use-member-action";
import { Button } from "@/components/ui/controls/button";
import { ScriptForm } from "@/components/ui/controls/script-form";
import { ErrorNotice, Notice, type NoticeTone } from "@/components/ui/notice";
import type { PolicyChanged } from "@/lib/configuration/policy";
import type { OrganizationPolicy } from "@/lib/model";
import type { PageMember } from "@/lib/session/visitor";
import type { Exceeding } from "@/lib/tokens/read/exceeding";
import { savePolicy } from "./actions";
import { type PolicyDraft, readDraft, samePolicy, shutsOut, toDraft } from "./draft";
import { ExceedingTokens } from "./exceeding-tokens";
import { PolicyFields } from "./policy-fields";
import { describePolicy } from "./policy-words";

/** `address`: the IP address of the administrator who views the page. */
type PolicyFormProps = {
  policy: OrganizationPolicy;
  page: PageMember;
  exceeding: Exceeding;
  address: string;
  now: Date;
};
type Outcome = { tone: NoticeTone; text: string };

const TEXTS = {
  noAnswer:
    "There was no response, so the policy may have been saved or not. Check your connection and save it once more: that does no harm.",
  forbidden: "Only administrators can change the policy. You are no longer one.",
};

export function PolicyForm({ policy, page, exceeding, address, now }: PolicyFormProps) {
  const router = useRouter();
  // The policy that the administrator's decision is based on: if another administrator changes it meanwhile, saving reports that
  // first.
  const [base, setBase] = useState(policy);
  const [draft, setDraft] = useState(toDraft(policy));
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { run, message, tell, busy, dialog } = useMemberAction(page, TEXTS);
  const { policy: wanted, problems } = readDraft(draft);
  const changed = wanted === null || !samePolicy(wanted, base);

  const change = (part: Partial<PolicyDraft>) => {
    setDraft({ ...draft, ...part });
    setOutcome(null);
    tell(null);
  };
  const save = () => {
    if (wanted === null)
      return document.getElementById("policy")?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
    setOutcome(null);
    run(
      () => savePolicy(page, { from: base, to: wanted }),
      (answer) => {
        setOutcome(toOutcome(answer));
        setBase(answer.kind === "outdated" ? answer.policy : wanted);
        router.refresh();
      },
    );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <ScriptForm id="policy" onSubmit={submit} noValidate className="grid grid-cols-1 gap-6">
        <PolicyFields draft={draft} problems={problems} change={change} />
        {wanted !== null && (
          <p className="border-accent border-l-2 pl-3 [overflow-wrap:anywhere]" aria-live="polite">
            {describePolicy(wanted)}
          </p>
        )}
        {wanted !== null && shutsOut(wanted, address) && (
          <Notice tone="warn" title={`Your own address, ${address}, is not among the allowed ones.`}>
            Tokens will be refused from your current address. These pages keep working.
          </Notice>
        )}
        <div>
          <div className="flex flex-wrap items-center gap-3">
            <Button type="submit" look="primary" busy={busy}>
              Save policy
            </Button>
            {changed && !busy && <span className="text-quiet text-sm">Not saved yet</span>}
          </div>
          <div className="mt-4 empty:hidden">
            <ErrorNotice text={message} />
          </div>
          <div role="status">
            {outcome && (
              <Notice tone={outcome.tone} className="mt-4">
                {outcome.text}
              </Notice>
            )}
          </div>
        </div>
      </ScriptForm>
      <ExceedingTokens policy={wanted ?? base} inForce={{ policy, exceeding }} page={page} now={now} />
      {dialog}
    </div>
  );
}

function toOutcome(answer: PolicyChanged): Outcome {
  switch (answer.kind) {
    case "changed":
      return { tone: "good", text: "Saved. Applies from now on." };
    case "unchanged":
      return { tone: "info", text: "Nothing has changed." };
    case "outdated":
      return {
        tone: "warn",
        text: `Someone else has changed the policy: ${describePolicy(answer.policy)} Save again to replace it with yours.`,
      };
  }
}
