"use client";
/** Sends the code of a form, for recovery codes that are shown this once. */
import { type FormEvent, type ReactNode, useState, useTransition } from "react";
import type { ActionRefusal } from "@/lib/session/action";
import type { PageMember } from "@/lib/session/visitor";
import { useIdentity } from "../session/use-identity";
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
  const [isPending, start] = useTransition();
  const { ask, dialog } = useIdentity(page);
  const sendCode = (code: string) =>
    start(async () => {
      const answer = await send(code).catch(() => null);
      if (answer === null) return setMessage(noAnswer);
      if ("refused" in answer) return setMessage(ask(answer, () => sendCode(code)));
      setMessage("said" in answer ? answer.said : null);
      if ("recoveryCodes" in answer) setCodes(answer.recoveryCodes);
    });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    sendCode(String(new FormData(event.currentTarget).get("code") ?? ""));
  };
  return { codes, forget: () => setCodes(null), message, isPending, submit, dialog };
}
