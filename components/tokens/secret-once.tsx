"use client";
import { type ReactNode, useState } from "react";
import type { PageMember } from "@/lib/session/visitor";
import { type HowClosed, OnceDialog } from "../ui/dialog/once-dialog";
/** Shows a new secret, only once. It is in React's state alone; the user must discard it on `onClose`. */
import { withNames } from "../ui/text/with-names";
import { AwaitedRequest } from "./awaited-request";
import { FirstRequest } from "./first-request";
import { ReadyLines } from "./ready-lines";
import type { FirstEntity } from "./secret-lines";
import { SecretText } from "./secret-text";

/** What an action that creates a secret returns; `text` is the secret itself. */
export type NewSecret = { id: string; name: string; hint: string; text: string; expires: Date | null };

/** `onCopied`: something that contains the token was copied. */
export type ShownSecret = { token: string; revealed: boolean; onCopied: () => void };

export type SecretOnceProps = {
  page: PageMember;
  secret: NewSecret;
  /** The public origin, for the requests to copy: no trailing slash. */
  origin: string;
  /** An entity that the token can list, for a first request; null if there is none. */
  firstEntity: FirstEntity | null;
  /** The lines to copy to where the token is used, if not requests to the API. */
  renderLines?: ((secret: ShownSecret) => ReactNode) | undefined;
  /** Further information about this secret, such as how long the old one works. */
  children?: ReactNode;
  /** The label of the last button, such as "Done, show my tokens". */
  doneLabel: string;
  /** Discard the secret now. "closed": go to the next page. */
  onClose: (how: HowClosed) => void;
};

export function SecretOnce(props: SecretOnceProps) {
  const { page, secret, origin, firstEntity, renderLines, children, doneLabel, onClose } = props;
  const [revealed, setRevealed] = useState(false);
  const [copied, setCopied] = useState(false);
  const onCopied = () => setCopied(true);
  const shown = { token: secret.text, revealed, onCopied };
  return (
    <OnceDialog
      size="large"
      title="Copy your token now"
      description={withNames`“${secret.name}” is ready. Copy it now. We store only a hash, so you cannot see it again.`}
      isCopied={copied}
      savedLabel="I saved it"
      doneLabel={doneLabel}
      leaving={{
        title: "Leave without the token?",
        confirmLabel: "Leave without it",
        text: "The secret has not been copied and cannot be shown again. You would have to rotate the token to get a new secret.",
      }}
      onClose={onClose}
    >
      <SecretText text={secret.text} revealed={revealed} onReveal={setRevealed} onCopied={onCopied} />
      {children}
      <FirstRequest token={secret.text} />
      <AwaitedRequest page={page} tokenId={secret.id} />
      <div className="border-line border-t pt-4">
        {renderLines === undefined ? (
          <ReadyLines {...shown} origin={origin} firstEntity={firstEntity} />
        ) : (
          renderLines(shown)
        )}
      </div>
    </OnceDialog>
  );
}
