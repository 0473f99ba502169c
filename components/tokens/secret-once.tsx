"use client";
/** Shows a new secret, this once. It is kept in React's state and nowhere else; whoever opens this forgets it when told to. */
import { type ReactNode, useState } from "react";
import { type HowClosed, OnceDialog } from "../ui/dialog/once-dialog";
import { FirstRequest } from "./first-request";
import { ReadyLines } from "./ready-lines";
import { SecretText } from "./secret-text";

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
  /** Forget the secret now. "closed": go on to where the person is going next. */
  onClose: (how: HowClosed) => void;
};

export function SecretOnce({ secret, origin, firstEntity, children, doneLabel, onClose }: SecretOnceProps) {
  const [revealed, setRevealed] = useState(false);
  const [copied, setCopied] = useState(false);
  const onCopied = () => setCopied(true);
  return (
    <OnceDialog
      size="large"
      title="Copy your token now"
      description={
        <>
          “<bdi>{secret.name}</bdi>” is ready. This is the only time the token is shown: only its hash is kept.
        </>
      }
      isCopied={copied}
      savedLabel="I saved it"
      doneLabel={doneLabel}
      leaving={{
        title: "Leave without the token?",
        confirmLabel: "Leave without it",
        text: "It has not been copied, and nobody can show it again. You would have to rotate the token to get a new secret.",
      }}
      onClose={onClose}
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
    </OnceDialog>
  );
}
