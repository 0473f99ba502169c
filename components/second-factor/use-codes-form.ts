"use client";
/** Sends the code of a form, for recovery codes that are shown this once. */
import { type FormEvent, type ReactNode, useState } from "react";
import type { ActionRefusal } from "@/lib/session/action";
import type { PageMember } from "@/lib/session/visitor";
import { useAction } from "../session/use-action";
import type { CodesShown } from "./actions";

type CodesForm = {
  page: PageMember;
  send: (code: string) => Promise<CodesShown | ActionRefusal>;
  /** What to tell the person where no answer came. */
  noAnswer: string;
};

/** `codes`: null until they are there, and once they are to be forgotten. Render `dialog` anywhere but in a form. */
type Codes = {
  codes: string[] | null;
  forget: () => void;
  message: string | null;
  isPending: boolean;
  submit: (event: FormEvent<HTMLFormElement>) => void;
  dialog: ReactNode;
};

export function useCodesForm({ page, send, noAnswer }: CodesForm): Codes {
  const [codes, setCodes] = useState<string[] | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const { run, busy, dialog } = useAction(page, { noAnswer });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get("code") ?? "");
    run(
      () => send(code),
      (outcome) => {
        setMessage("said" in outcome ? outcome.said : null);
        if ("recoveryCodes" in outcome) setCodes(outcome.recoveryCodes);
      },
      setMessage,
    );
  };
  return { codes, forget: () => setCodes(null), message, isPending: busy, submit, dialog };
}
