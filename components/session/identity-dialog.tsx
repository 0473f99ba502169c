"use client";
/** Asks for identity or organization over a half-filled form. Loaded before anything is typed: later the server may lack it. */
import { type FormEvent, useState } from "react";
import type { PageMember } from "@/lib/session/visitor";
import { NO_CONNECTION } from "../../lib/session/sign-in-messages";
import { Button, buttonClass, SubmitButton } from "../ui/controls/button";
import { TextField } from "../ui/controls/field";
import { ScriptForm } from "../ui/controls/script-form";
import { Dialog } from "../ui/dialog/dialog";
import { ErrorNotice } from "../ui/notice";
import { CodeField } from "./code-field";
import { confirmIdentity, confirmWithCode, goOnAs } from "./identity-actions";
import { useProviderName } from "./page-shell";
import { useCall } from "./use-call";
import type { LiftableRefusal } from "./use-member-action";

/** `page`: the member the form was rendered for; no one else can continue with it. */
type LiftProps = { page: PageMember; onLifted: () => void; onCancel: () => void };

export function LiftDialog({ refused, ...props }: LiftProps & { refused: LiftableRefusal }) {
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
  const { run, message, tell, busy } = useCall(NO_CONNECTION);
  const [half, setHalf] = useState<string | null>(null);
  const provider = useProviderName();

  function submit(event: FormEvent<HTMLFormElement>): void {
    const fields = new FormData(event.currentTarget);
    const typed = (name: string) => String(fields.get(name) ?? "");
    const send = () =>
      half === null ? confirmIdentity(page, typed("password")) : confirmWithCode(page, typed("code"), half);
    run(send, (answer) => {
      if (answer.kind === "confirmed") return onLifted();
      if (answer.kind === "second-factor") return setHalf(answer.half);
      tell(answer.message);
      if (answer.kind === "half-ended") setHalf(null);
    });
  }

  return (
    <Dialog title={TITLES[reason]} description={DESCRIPTIONS[reason]} onDismiss={onCancel} size="small">
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
            // When it replaces the code field.
            autoFocus={message !== null}
          />
        )}
        <ErrorNotice text={message} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onCancel}>Cancel</Button>
          <SubmitButton busy={busy}>Confirm</SubmitButton>
        </div>
      </ScriptForm>
      {provider !== null && <OtherWay name={provider} onRetry={onLifted} />}
    </Dialog>
  );
}

/** For people without a password here: they sign in in another tab, come back, and continue. */
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

/** Another tab has switched to an organization other than that of this page. */
function OrganizationDialog({ page, onLifted, onCancel }: LiftProps) {
  const { run, message, busy } = useCall(NO_CONNECTION);
  const name = page.organizationName;
  return (
    <Dialog
      title={`This page belongs to ${name}`}
      description="In another tab you have switched to another organization. Nothing was done, and what you have typed stays as it is."
      onDismiss={onCancel}
      size="small"
      footer={
        <>
          <Button data-autofocus onClick={onCancel}>
            Cancel
          </Button>
          <Button look="primary" busy={busy} onClick={() => run(() => goOnAs(page), onLifted)}>
            Go on in {name}
          </Button>
        </>
      }
    >
      <p className="[overflow-wrap:anywhere]">
        Go on, and you work in {name} again, in the other tab too. Or cancel, and load this page again for the
        organization that you have switched to.
      </p>
      <ErrorNotice text={message} />
    </Dialog>
  );
}
