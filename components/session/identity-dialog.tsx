"use client";
/**
 * Asks the person of a half-filled form to prove who they are, or to go back to its organisation: nothing typed is lost. It
 * comes before anything is typed, because it appears after long pauses, when its code may be gone from the server.
 */
import { type FormEvent, useState, useTransition } from "react";
import type { PageMember } from "@/lib/session/visitor";
import { NO_CONNECTION } from "../../lib/session/sign-in-messages";
import { Button, buttonClass } from "../ui/controls/button";
import { TextField } from "../ui/controls/field";
import { ScriptForm } from "../ui/controls/script-form";
import { Dialog } from "../ui/dialog/dialog";
import { ErrorNotice } from "../ui/notice";
import { CodeField } from "./code-field";
import { confirmIdentity, confirmWithCode, goOnAs } from "./identity-actions";
import { useProviderName } from "./page-shell";
import type { LiftableRefusal } from "./use-identity";

/** `page`: whose form it is; nobody else can go on with it. */
type LiftProps = { page: PageMember; onLifted: () => void; onCancel: () => void };
export type LiftDialogProps = LiftProps & { refused: LiftableRefusal };

export function LiftDialog({ refused, ...props }: LiftDialogProps) {
  if (refused === "another-organization") return <OrganizationDialog {...props} />;
  return <IdentityDialog reason={refused} {...props} />;
}

export type IdentityReason = "signed-out" | "confirm-identity" | "another-person";

const TITLES: Record<IdentityReason, string> = {
  "signed-out": "You have been signed out",
  "confirm-identity": "Confirm that it is you",
  "another-person": "Somebody else is signed in now",
};

const STAYS = "What you have typed stays as it is.";
const DESCRIPTIONS: Record<IdentityReason, string> = {
  "signed-out": STAYS,
  "confirm-identity": STAYS,
  "another-person": `Nothing was done: this page is yours, and another tab belongs to them. Going on signs them out of this browser. ${STAYS}`,
};

function IdentityDialog({ reason, page, onLifted, onCancel }: LiftProps & { reason: IdentityReason }) {
  const [isPending, start] = useTransition();
  const [message, setMessage] = useState<string | null>(null);
  const [half, setHalf] = useState<string | null>(null);
  const provider = useProviderName();

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const typed = (name: string) => String(fields.get(name) ?? "");
    const send = () =>
      half === null ? confirmIdentity(page, typed("password")) : confirmWithCode(page, typed("code"), half);
    start(async () => {
      const answer = await send().catch(() => null);
      if (answer === null) return setMessage(NO_CONNECTION);
      if (answer.kind === "confirmed") return onLifted();
      setMessage(answer.kind === "second-factor" ? null : answer.message);
      if (answer.kind === "second-factor") setHalf(answer.half);
      if (answer.kind === "half-ended") setHalf(null);
    });
  }

  return (
    <Dialog open title={TITLES[reason]} description={DESCRIPTIONS[reason]} onDismiss={onCancel} size="small">
      <ScriptForm onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label="E-mail address"
          name="email"
          type="email"
          autoComplete="username"
          value={page.email}
          readOnly
        />
        {half !== null ? (
          <CodeField key="code" autoFocus />
        ) : (
          <TextField
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            required
            data-autofocus
            // Where it comes back in the place of the code.
            autoFocus={message !== null}
          />
        )}
        <ErrorNotice text={message} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onCancel}>Cancel</Button>
          <Button type="submit" look="primary" busy={isPending}>
            Confirm
          </Button>
        </div>
      </ScriptForm>
      {provider !== null && <OtherWay name={provider} onRetry={onLifted} />}
    </Dialog>
  );
}

/** For people without a password here: they sign in beside this page, come back, and go on. */
function OtherWay({ name, onRetry }: { name: string; onRetry: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-3 border-line border-t pt-4 text-sm">
      <a href="/sign-in?again=1" target="_blank" rel="noopener" className={buttonClass("secondary", "small")}>
        Sign in with {name} in a new tab
      </a>
      <Button size="small" look="quiet" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

/** Another tab went to another organisation than the one this page is of. */
function OrganizationDialog({ page, onLifted, onCancel }: LiftProps) {
  const [isPending, start] = useTransition();
  const [message, setMessage] = useState<string | null>(null);
  const name = page.organizationName;

  const goOn = () =>
    start(async () => {
      const answer = await goOnAs(page).catch(() => null);
      if (answer === null) setMessage(NO_CONNECTION);
      else onLifted();
    });
  return (
    <Dialog
      open
      title={`This page is of ${name}`}
      description="In another tab you have gone to another organisation since. Nothing was done, and what you have typed stays as it is."
      onDismiss={onCancel}
      size="small"
      footer={
        <>
          <Button data-autofocus onClick={onCancel}>
            Cancel
          </Button>
          <Button look="primary" busy={isPending} onClick={goOn}>
            Go on in {name}
          </Button>
        </>
      }
    >
      <p className="[overflow-wrap:anywhere]">
        Go on, and you work in {name} again, in the other tab too. Or cancel, and load this page again for the
        organisation that you have gone to.
      </p>
      <ErrorNotice text={message} />
    </Dialog>
  );
}
