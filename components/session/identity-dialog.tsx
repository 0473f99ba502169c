"use client";
/** Asks the person of a half-filled form to prove who they are, over the form: nothing typed is lost. */
import { type FormEvent, useEffect, useState, useTransition } from "react";
import { Button } from "../ui/button";
import { buttonClass } from "../ui/button-look";
import { Dialog } from "../ui/dialog";
import { Notice } from "../ui/notice";
import { TextField } from "../ui/text-field";
import { confirmIdentity, otherWay } from "./identity-actions";

export type IdentityReason = "signed-out" | "confirm-identity";

type IdentityDialogProps = {
  /** What the action answered; null: closed. */
  reason: IdentityReason | null;
  /** The member whom the page was made for: the form is theirs, and nobody else may go on with it. */
  email: string;
  /** The person has proved who they are: close, and submit again. */
  onConfirmed: () => void;
  onCancel: () => void;
};

const TITLES: Record<IdentityReason, string> = {
  "signed-out": "You have been signed out",
  "confirm-identity": "Confirm that it is you",
};

/** Stands beside the page's form, never within it: it has a form of its own. */
export function IdentityDialog({ reason, ...rest }: IdentityDialogProps) {
  return reason === null ? null : <OpenIdentityDialog reason={reason} {...rest} />;
}

type OpenProps = IdentityDialogProps & { reason: IdentityReason };

function OpenIdentityDialog({ reason, email, onConfirmed, onCancel }: OpenProps) {
  const [isPending, start] = useTransition();
  const [message, setMessage] = useState<string | null>(null);
  const provider = useOtherWay();

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get("password") ?? "");
    start(async () => {
      const answer = await confirmIdentity({ email, password });
      if (answer.kind === "confirmed") onConfirmed();
      else setMessage(answer.message);
    });
  }

  return (
    <Dialog
      open
      title={TITLES[reason]}
      description="What you have typed stays as it is."
      onDismiss={onCancel}
      size="small"
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        <TextField label="E-mail address" name="email" type="email" autoComplete="username" value={email} readOnly />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          data-autofocus
        />
        {message !== null && (
          <Notice tone="bad" role="alert">
            {message}
          </Notice>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onCancel}>Cancel</Button>
          <Button type="submit" look="primary" busy={isPending}>
            Confirm
          </Button>
        </div>
      </form>
      {provider !== null && <OtherWay name={provider} onRetry={onConfirmed} />}
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

/** The identity provider's name, once it is known that there is one. */
function useOtherWay(): string | null {
  const [name, setName] = useState<string | null>(null);
  useEffect(() => {
    let isShown = true;
    otherWay().then((found) => {
      if (isShown) setName(found);
    });
    return () => {
      isShown = false;
    };
  }, []);
  return name;
}
