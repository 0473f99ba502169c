"use client";
/** The server creates only one token from a form, however often it arrives, so sending again is always safe. */
import { useRef, useState } from "react";
import { type MemberAction, useMemberAction } from "@/components/session/use-member-action";
import { SecretOnce } from "@/components/tokens/secret-once-when-used";
import type { PageMember } from "@/lib/session/visitor";
import type { TokenProblem } from "@/lib/tokens/policy";
import { type Created, createTokenOfForm } from "./actions";
import type { FormRequest } from "./draft";

/** null: not sent, or not carried out. */
export type Outcome = Created | null;

type Submission = Pick<MemberAction, "ask" | "message" | "busy" | "dialog"> & {
  outcome: Outcome;
  send: (request: FormRequest) => void;
  refuse: (problems: TokenProblem[]) => void;
  /** Discards the outcome, including the secret. */
  forget: () => void;
};

const TEXTS = {
  noAnswer: "There was no response. Nothing you typed is lost. Send the form again: it will not create a second token.",
  forbidden: "You can no longer create tokens in this organization. Reload the page to see why.",
};

/** `accountId`: the service account that gets the token; absent: the member. */
export function useSubmission(page: PageMember, accountId?: string): Submission {
  const { run, tell, ...action } = useMemberAction(page, TEXTS);
  const [outcome, setOutcome] = useState<Outcome>(null);
  const formId = useRef<string | null>(null);

  const send = ({ expires, ...request }: FormRequest) => {
    setOutcome(null);
    formId.current ??= newFormId();
    const sent = { ...request, accountId, formId: formId.current, expires: expires?.toISOString() ?? null };
    run(
      async () => {
        await SecretOnce.load();
        return createTokenOfForm(page, sent);
      },
      (created) => {
        // The next submission is for another token.
        if (!("problems" in created)) formId.current = null;
        setOutcome(created);
      },
    );
  };
  const refuse = (problems: TokenProblem[]) => {
    tell(null);
    setOutcome({ problems });
  };
  return { ...action, outcome, send, refuse, forget: () => setOutcome(null) };
}

/** Not `randomUUID`, which browsers do not offer to pages on plain HTTP. */
function newFormId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
