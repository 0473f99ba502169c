"use client";
/**
 * Shows a new secret, this once: over the page, until it was copied or saved. It is kept in React's state and nowhere else;
 * whoever opens this forgets it when told to.
 */
import { type ReactNode, useState } from "react";
import { Button } from "../ui/controls/button";
import { Checkbox } from "../ui/controls/checkbox";
import { ConfirmDialog, Dialog } from "../ui/dialog/dialog";
import { FirstRequest } from "./first-request";
import { ReadyLines } from "./ready-lines";
import { SecretText } from "./secret-text";
import { useLeaveGuard } from "./use-leave-guard";

/** What an action that creates a secret returns; `text` is the secret itself. */
export type NewSecret = { id: string; name: string; hint: string; text: string; expires: Date | null };

export type SecretOnceProps = {
  secret: NewSecret;
  /** The public origin, for the requests to copy: no trailing slash. */
  origin: string;
  /** An entity that the token can list, for a first request; null where there is none. */
  firstEntity: { key: string; pluralLabel: string } | null;
  /** What else is to be said of this secret: until when the old one works. */
  children?: ReactNode;
  /** What "Done" leads to, such as "Done, show my tokens". */
  doneLabel: string;
  /**
   * Forget the secret now. "closed": the person is done, or left on purpose: go on to where they are going next.
   * "page left": the browser takes the page away; nothing else is to happen.
   */
  onClose: (how: "closed" | "page left") => void;
};

export function SecretOnce({ secret, origin, firstEntity, children, doneLabel, onClose }: SecretOnceProps) {
  const [revealed, setRevealed] = useState(false);
  const [copied, setCopied] = useState(false);
  const [saved, setSaved] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const isSafe = copied || saved;
  const close = () => onClose("closed");
  const stay = () => setLeaving(true);
  useLeaveGuard({ armed: !isSafe, onAttempt: stay, onPageLeft: () => onClose("page left") });

  const onCopied = () => setCopied(true);
  return (
    <>
      <Dialog
        open
        size="large"
        title="Copy your token now"
        description={
          <>
            “<bdi>{secret.name}</bdi>” is ready. This is the only time the token is shown: only its hash is kept.
          </>
        }
        onDismiss={isSafe ? close : stay}
        footer={
          <div className="flex w-full flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <Checkbox label="I saved it" checked={saved} onChange={(event) => setSaved(event.target.checked)} />
            <Button look="primary" disabled={!saved} onClick={close}>
              {doneLabel}
            </Button>
          </div>
        }
      >
        <SecretText text={secret.text} revealed={revealed} onReveal={setRevealed} onCopied={onCopied} />
        {children}
        <FirstRequest token={secret.text} />
        <ReadyLines
          token={secret.text}
          revealed={revealed}
          origin={origin}
          firstEntity={firstEntity}
          onCopied={onCopied}
        />
      </Dialog>
      <ConfirmDialog
        open={leaving}
        title="Leave without the token?"
        confirmLabel="Leave without it"
        onCancel={() => setLeaving(false)}
        onConfirm={close}
      >
        <p>
          It has not been copied, and nobody can show it again. You would have to rotate the token to get a new secret.
        </p>
      </ConfirmDialog>
    </>
  );
}
