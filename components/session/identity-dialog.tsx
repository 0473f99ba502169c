"use client";
/** Asks the person of a half-filled form to prove who they are, over the form: nothing typed is lost. */

type IdentityDialogProps = {
  /** What the action answered; null: closed. */
  reason: "signed-out" | "confirm-identity" | null;
  /** The member whom the page was made for: the form is theirs, and nobody else may go on with it. */
  email: string;
  /** The person has proved who they are: submit again. */
  onConfirmed: () => void;
  onCancel: () => void;
};

export function IdentityDialog(_props: IdentityDialogProps) {
  return null;
}
