"use client";
import { useRouter } from "next/navigation";
import { type FormEvent, type ReactNode, useState } from "react";
import { LiveRefresh } from "@/components/live/live-refresh";
import { type MemberAction, useMemberAction } from "@/components/session/use-member-action";
import type { SecretOnceProps } from "@/components/tokens/secret-once";
import { SecretOnce } from "@/components/tokens/secret-once-when-used";
import { Card } from "@/components/ui/card";
import { Button, LinkButton } from "@/components/ui/controls/button";
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

/** Keeps the shown moments close to those that the rotation will result in. */
const REFRESH_SECONDS = 30;

export function RotateForm({
  token,
  page,
  isOpen,
  obstacle,
  overlaps,
  expiries,
  origin,
  firstEntity,
}: RotateFormProps) {
  const router = useRouter();
  const [overlapSeconds, setOverlapSeconds] = useState<OverlapSeconds>(USUAL_OVERLAP);
  const [expiry, setExpiry] = useState(KEPT);
  const expires = expiries.find(({ value }) => value === expiry)?.expires;
  const request = { tokenId: token.id, overlapSeconds, expires };
  const { rotated, rotate, forget, message, busy, dialog } = useRotation(page, request);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    rotate();
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
          forget();
          if (how === "closed") router.replace(`/tokens/${secret.id}`);
        }}
      >
        <OldSecret hint={token.hint} worksUntil={worksUntil} stopped={overlapSeconds === 0} />
      </SecretOnce>
    );
  }
  if (!isOpen) return obstacle;
  return (
    <>
      <ScriptForm onSubmit={submit} className="grid max-w-2xl grid-cols-1 gap-6">
        <RotationFields
          {...{ hint: token.hint, overlaps, expiries, overlapSeconds, expiry }}
          onOverlap={setOverlapSeconds}
          onExpiry={setExpiry}
        />
        <ErrorNotice text={message} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" look="primary" busy={busy}>
            Rotate token
          </Button>
          <LinkButton href={`/tokens/${token.id}`}>Cancel</LinkButton>
        </div>
        {!busy && message === null && <LiveRefresh seconds={REFRESH_SECONDS} />}
      </ScriptForm>
      {dialog}
    </>
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

type RotationFieldsProps = {
  hint: string;
  overlaps: OverlapChoice[];
  expiries: ExpiryChoice[];
  overlapSeconds: OverlapSeconds;
  expiry: string;
  onOverlap: (seconds: OverlapSeconds) => void;
  onExpiry: (expiry: string) => void;
};

function RotationFields(props: RotationFieldsProps) {
  const { hint, overlaps, expiries, overlapSeconds, expiry, onOverlap, onExpiry } = props;
  return (
    <>
      <Card title="How long should the old secret keep working?" description={<code>{hint}</code>}>
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
              onChange={() => onOverlap(seconds)}
            />
          ))}
        </fieldset>
      </Card>
      <Card title="When does the new secret expire?" description="Rotating alone never extends a token’s lifetime.">
        <SelectField
          label="Expiry of the new secret"
          value={expiry}
          options={expiries}
          onChange={(event) => onExpiry(event.target.value)}
        />
      </Card>
    </>
  );
}

type RotationRequest = { tokenId: string; overlapSeconds: OverlapSeconds; expires: Date | null | undefined };

type Rotation = Pick<MemberAction, "message" | "busy" | "dialog"> & {
  /** null until the token is rotated, and after `forget`. */
  rotated: Extract<Rotated, { kind: "rotated" }> | null;
  rotate: () => void;
  forget: () => void;
};

function useRotation(page: PageMember, { expires, ...request }: RotationRequest): Rotation {
  const [rotated, setRotated] = useState<Rotation["rotated"]>(null);
  const { run, message, tell, busy, dialog } = useMemberAction(page, { noAnswer: noAnswer(request) });
  const sent = { ...request, expires: expires instanceof Date ? expires.toISOString() : expires };

  const rotate = () =>
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
  return { rotated, rotate, forget: () => setRotated(null), message, busy, dialog };
}

const WHY_NOT = {
  "not sent": NO_CONNECTION,
  "rotated before": "This token has been rotated already. Load the page again to see what was created in its place.",
  "not active": "This token no longer works, so it cannot be rotated. Create a new one.",
  unknown: "This token no longer exists. Go back to the list.",
};

function noAnswer({ overlapSeconds }: Pick<RotationRequest, "overlapSeconds">): string {
  const stopped = overlapSeconds === 0 ? "If it was rotated, the old secret has stopped already. " : "";
  return `The token may have been rotated: there was no response. ${stopped}Reload this page. If it offers the rotation again, nothing has changed. If it names a new token, rotate that one to get a secret.`;
}
