"use client";
import { type FormEvent, useState } from "react";
import type { ActionRefusal } from "@/lib/session/action";
import type { PageMember } from "@/lib/session/visitor";
import { type MemberAction, useMemberAction } from "../session/use-member-action";
import type { CodesShown } from "./actions";

type CodesForm = {
  page: PageMember;
  send: (code: string) => Promise<CodesShown | ActionRefusal>;
  noAnswer: string;
};

/** `codes`: null until they arrive, and after `forget`. Render `dialog` anywhere but in a form. */
type Codes = Pick<MemberAction, "message" | "busy" | "dialog"> & {
  codes: string[] | null;
  forget: () => void;
  submit: (event: FormEvent<HTMLFormElement>) => void;
};

export function useCodesForm({ page, send, noAnswer }: CodesForm): Codes {
  const [codes, setCodes] = useState<string[] | null>(null);
  const { run, message, tell, busy, dialog } = useMemberAction(page, { noAnswer });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get("code") ?? "");
    run(
      () => send(code),
      (outcome) => ("said" in outcome ? tell(outcome.said) : setCodes(outcome.recoveryCodes)),
    );
  };
  return { codes, forget: () => setCodes(null), message, busy, submit, dialog };
}
