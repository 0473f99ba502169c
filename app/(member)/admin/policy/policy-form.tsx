"use client";
import { useRouter } from "next/navigation";
import { type ChangeEvent, type ReactNode, useState } from "react";
import { useMemberAction } from "@/components/session/use-member-action";
import { Card } from "@/components/ui/card";
import { SubmitButton } from "@/components/ui/controls/button";
import { Checkbox } from "@/components/ui/controls/checkbox";
import { SelectField, TextAreaField, TextField } from "@/components/ui/controls/field";
import { ScriptForm } from "@/components/ui/controls/script-form";
import { ErrorNotice, Notice, type NoticeTone } from "@/components/ui/notice";
import type { PolicyChanged } from "@/lib/configuration/policy";
import { TOLD_BEFORE_REVOKING_DAYS } from "@/lib/limits";
import { type OrganizationPolicy, SECOND_FACTOR_RULES } from "@/lib/model";
import type { PageMember } from "@/lib/session/visitor";
import type { Exceeding } from "@/lib/tokens/read/exceeding";
import { savePolicy } from "./actions";
import { BOUNDS, type PolicyDraft, type ReadDraft, readDraft, samePolicy, shutsOut, toDraft } from "./draft";
import { ExceedingTokens } from "./exceeding-tokens";
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
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <ScriptForm id="policy" dialog={dialog} onSubmit={save} noValidate className="grid grid-cols-1 gap-6">
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
            <SubmitButton busy={busy}>Save policy</SubmitButton>
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
    </div>
  );
}

function toOutcome(answer: PolicyChanged): Outcome {
  if (answer.kind === "changed") return { tone: "good", text: "Saved. Applies from now on." };
  if (answer.kind === "unchanged") return { tone: "info", text: "Nothing has changed." };
  const text = `Someone else has changed the policy: ${describePolicy(answer.policy)} Save again to replace it with yours.`;
  return { tone: "warn", text };
}

type PolicyFieldsProps = {
  draft: PolicyDraft;
  problems: ReadDraft["problems"];
  change: (part: Partial<PolicyDraft>) => void;
};

function PolicyFields({ draft, problems, change }: PolicyFieldsProps) {
  const number = (part: keyof typeof BOUNDS) => ({
    className: "*:[input]:max-w-40",
    inputMode: "numeric" as const,
    autoComplete: "off",
    value: draft[part],
    error: problems[part] ?? null,
    onChange: (event: ChangeEvent<HTMLInputElement>) => change({ [part]: event.target.value }),
  });
  return (
    <>
      <Group title="New tokens" note="Existing tokens are not affected.">
        <TextField
          label="Maximum lifetime in days"
          hint={`${range("maxLifetimeDays")} Leave empty for no maximum.`}
          {...number("maxLifetimeDays")}
        />
        <Checkbox
          label="Every token must expire"
          hint="A forgotten token then stops by itself. Without this, the maximum applies only to tokens that expire."
          checked={!draft.allowNeverExpiring}
          onChange={(event) => change({ allowNeverExpiring: !event.target.checked })}
        />
        <Checkbox
          label="Require a purpose"
          hint="Tells others later what would break without the token."
          checked={draft.requirePurpose}
          onChange={(event) => change({ requirePurpose: event.target.checked })}
        />
        <TextField
          label="Live tokens per member"
          hint={`${range("maxLiveTokens")} Leave empty for no maximum. Rotating a token is always possible.`}
          {...number("maxLiveTokens")}
        />
      </Group>
      <Group title="All tokens" note="From the next request on.">
        <TextField
          label="Revoke after days without use"
          hint={`${range("revokeUnusedAfterDays")} Leave empty to keep them. Owners are notified ${TOLD_BEFORE_REVOKING_DAYS} days before. A token that was never used counts from its creation.`}
          {...number("revokeUnusedAfterDays")}
        />
        <TextAreaField
          label="Allowed addresses"
          hint="IP addresses and ranges, one per line, such as 192.0.2.7 or 10.0.0.0/8. Leave empty to allow all. From other addresses, tokens are refused as if they did not exist; these pages are not affected."
          rows={3}
          spellCheck={false}
          autoComplete="off"
          value={draft.allowedAddresses}
          error={problems.allowedAddresses ?? null}
          onChange={(event) => change({ allowedAddresses: event.target.value })}
        />
      </Group>
      <Group title="Signing in" note="From the next page on.">
        <SelectField
          label="Second factor"
          hint="Members without one have to set it up before they can do anything else. Signing in through your identity provider counts. Tokens are not affected."
          options={SECOND_FACTOR_OPTIONS}
          value={draft.requireSecondFactor ?? ""}
          onChange={({ target: { value } }) =>
            change({ requireSecondFactor: SECOND_FACTOR_RULES.find((rule) => rule === value) ?? null })
          }
        />
      </Group>
    </>
  );
}

const SECOND_FACTOR_OPTIONS = [
  { value: "", label: "Optional" },
  { value: "administrators", label: "Required for administrators" },
  { value: "members", label: "Required for everyone" },
];

function range(part: keyof typeof BOUNDS): string {
  const { least, most } = BOUNDS[part];
  return `From ${least} to ${most.toLocaleString("en")}.`;
}

function Group({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <Card title={title} description={note}>
      <div className="grid gap-5">{children}</div>
    </Card>
  );
}
