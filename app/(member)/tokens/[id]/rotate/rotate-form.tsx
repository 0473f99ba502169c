"use client";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { LiveRefresh } from "@/components/live/live-refresh";
import { useMemberAction } from "@/components/session/use-member-action";
import type { SecretOnceProps } from "@/components/tokens/secret-once";
import { SecretOnce } from "@/components/tokens/secret-once-when-used";
import { Card } from "@/components/ui/card";
import { LinkButton, SubmitButton } from "@/components/ui/controls/button";
import { SelectField } from "@/components/ui/controls/field";
import { ScriptForm } from "@/components/ui/controls/script-form";
import { ErrorNotice, Notice } from "@/components/ui/notice";
import { exactTime, pageZone } from "@/components/ui/time/relative-time";
import { NO_CONNECTION } from "@/lib/session/sign-in-messages";
import type { PageMember } from "@/lib/session/visitor";
import type { OverlapSeconds } from "@/lib/tokens/policy";
import { ChoiceCard } from "../../new/choice-card";
import { type Rotated, rotateAction } from "./actions";
import { type ExpiryChoice, KEPT, type OverlapChoice, USUAL_OVERLAP } from "./choices";

type RotateFormProps = Pick<SecretOnceProps, "origin" | "firstEntity"> & {
  token: { id: string; name: string; hint: string };
  page: PageMember;
  isOpen: boolean;
  obstacle: ReactNode;
  overlaps: OverlapChoice[];
  expiries: ExpiryChoice[];
};

/** Keeps the displayed times close to those that the rotation would set. */
const REFRESH_SECONDS = 30;

export function RotateForm(props: RotateFormProps) {
  const { token, page, isOpen, obstacle, overlaps, expiries, origin, firstEntity } = props;
  const router = useRouter();
  const [overlapSeconds, setOverlapSeconds] = useState<OverlapSeconds>(USUAL_OVERLAP);
  const [expiry, setExpiry] = useState(KEPT);
  /** null until the token is rotated, and once the secret was shown. */
  const [rotated, setRotated] = useState<Extract<Rotated, { kind: "rotated" }> | null>(null);
  const { run, message, tell, busy, dialog } = useMemberAction(page, { noAnswer: noAnswer(overlapSeconds) });

  const submit = () => {
    const chosen = expiries.find(({ value }) => value === expiry)?.expires;
    const expires = chosen instanceof Date ? chosen.toISOString() : chosen;
    const sent = { tokenId: token.id, overlapSeconds, expires };
    run(
      async () => {
        // Loaded before the secret is created, because it cannot be shown a second time.
        const isLoaded = await SecretOnce.load().catch(() => null);
        return isLoaded === null ? { kind: "not sent" as const } : rotateAction(page, sent);
      },
      (outcome) => {
        if ("problems" in outcome) return tell(outcome.problems.map(({ message }) => `Expiry: ${message}.`).join(" "));
        if (outcome.kind === "rotated") return setRotated(outcome);
        tell(WHY_NOT[outcome.kind]);
      },
    );
  };
  if (rotated !== null) {
    const { secret, worksUntil } = rotated;
    return (
      <SecretOnce
        page={page}
        secret={{ ...secret, name: token.name }}
        origin={origin}
        firstEntity={firstEntity}
        doneLabel="Done, go to the new token"
        onClose={(how) => {
          setRotated(null);
          if (how === "closed") router.replace(`/tokens/${secret.id}`);
        }}
      >
        <OldSecret hint={token.hint} worksUntil={worksUntil} stopped={overlapSeconds === 0} />
      </SecretOnce>
    );
  }
  if (!isOpen) return obstacle;
  return (
    <ScriptForm dialog={dialog} onSubmit={submit} className="grid max-w-2xl grid-cols-1 gap-6">
      <Card title="How long should the old secret keep working?" description={<code>{token.hint}</code>}>
        <fieldset className="grid min-w-0 grid-cols-1 gap-2 sm:grid-cols-2">
          <legend className="sr-only">Overlap</legend>
          {overlaps.map(({ seconds, label, hint }) => (
            <ChoiceCard
              key={seconds}
              name="overlap"
              value={seconds}
              label={label}
              hint={hint}
              checked={overlapSeconds === seconds}
              onChange={() => setOverlapSeconds(seconds)}
            />
          ))}
        </fieldset>
      </Card>
      <Card title="When does the new secret expire?" description="Rotating alone never extends a token’s lifetime.">
        <SelectField
          label="Expiry of the new secret"
          value={expiry}
          options={expiries}
          onChange={(event) => setExpiry(event.target.value)}
        />
      </Card>
      <ErrorNotice text={message} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton busy={busy}>Rotate token</SubmitButton>
        <LinkButton href={`/tokens/${token.id}`}>Cancel</LinkButton>
      </div>
      {!busy && message === null && <LiveRefresh seconds={REFRESH_SECONDS} />}
    </ScriptForm>
  );
}

function OldSecret({ hint, worksUntil, stopped }: { hint: string; worksUntil: Date; stopped: boolean }) {
  return (
    <Notice tone={stopped ? "warn" : "info"}>
      The old secret <code className="[overflow-wrap:anywhere]">{hint}</code> {stopped ? "stopped at" : "works until"}{" "}
      {exactTime(worksUntil, pageZone())}.
    </Notice>
  );
}

const WHY_NOT = {
  "not sent": NO_CONNECTION,
  "rotated before": "This token has been rotated already. Load the page again to see what was created in its place.",
  "not active": "This token no longer works, so it cannot be rotated. Create a new one.",
  unknown: "This token no longer exists. Go back to the list.",
};

function noAnswer(overlapSeconds: OverlapSeconds): string {
  const stopped = overlapSeconds === 0 ? "If it was rotated, the old secret has stopped already. " : "";
  return `The token may have been rotated: there was no response. ${stopped}Reload this page. If it offers the rotation again, nothing has changed. If it names a new token, rotate that one to get a secret.`;
}
