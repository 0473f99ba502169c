"use client";
/** Shows a new secret, this once: over the page, until it was copied or saved. It is kept in React's state and nowhere else. */
import type { ReactNode } from "react";

/** What an action that makes a secret answers; `text` is the secret itself. */
export type NewSecret = { id: string; name: string; hint: string; text: string; expires: Date | null };

export type SecretOnceProps = {
  secret: NewSecret;
  /** The public origin, for the calls to copy: no trailing slash. */
  origin: string;
  /** An entity that the token may list, for a first call; null where there is none. */
  firstEntity: { key: string; pluralLabel: string } | null;
  /** What else is to be said of this secret: until when the old one works. */
  children?: ReactNode;
  /** "Done", such as "Done, back to the list". */
  doneLabel: string;
  /**
   * Forget the secret now. "closed": the person is done, or left on purpose: go on to where they are going next.
   * "page left": the browser takes the page away; nothing else is to happen.
   */
  onClose: (how: "closed" | "page left") => void;
};

export function SecretOnce(_props: SecretOnceProps) {
  return null;
}
