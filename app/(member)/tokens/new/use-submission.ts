"use client";
/**
 * Sends the form, and keeps its outcome. Each form has an id, by which the server creates only one token from it, however often it
 * arrives. So sending again is always safe.
 */
import { useActionState, useRef, useState } from "react";
import { type MemberAction, useMemberAction } from "@/components/session/use-member-action";
import { WithoutScripts } from "@/components/session/without-scripts";
import { SecretOnce } from "@/components/tokens/secret-once-when-used";
import type { FormState } from "@/lib/session/form-state";
import type { PageMember } from "@/lib/session/visitor";
import type { TokenProblem } from "@/lib/tokens/policy";
import type { PostedCreation } from "../action-input";
import { type Created, createTokenByPost, createTokenOfForm, type PostedCreated } from "./actions";
import type { FormRequest } from "./draft";

/** null: not sent, or not carried out. */
export type Outcome = Created | null;

type Submission = Pick<MemberAction, "ask" | "message" | "busy" | "dialog"> & {
  outcome: Outcome;
  /** The action of the `<form>`, for a submission by the browser itself. */
  post: (form: FormData) => void;
  /** What the browser sent that way, if `outcome` is the result of it. */
  posted: PostedCreation | null;
  send: (request: FormRequest) => void;
  refuse: (problems: TokenProblem[]) => void;
  /** Discards the outcome, including the secret. */
  forget: () => void;
};

const TEXTS = {
  noAnswer: "There was no response. Nothing you typed is lost. Send the form again: it will not create a second token.",
  forbidden: "You can no longer create tokens in this organisation. Reload the page to see why.",
};

/** `sendAgain`: sends what the form contains. `accountId`: the service account that gets the token; absent: the member. */
export function useSubmission(page: PageMember, sendAgain: () => void, accountId?: string): Submission {
  const [posted, post] = useActionState<FormState<PostedCreated>, FormData>(createTokenByPost, { message: null });
  const { run, tell, ...action } = useMemberAction(page, TEXTS, { posted, sendAgain, WithoutScripts });
  const [own, setOwn] = useState<Outcome | undefined>(undefined);
  const formId = useRef<string | null>(null);

  const send = ({ expires, ...request }: FormRequest) => {
    setOwn(null);
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
        setOwn(created);
      },
    );
  };
  const refuse = (problems: TokenProblem[]) => {
    tell(null);
    setOwn({ problems });
  };
  const isPosted = own === undefined && "sent" in posted;
  return {
    ...action,
    outcome: own === undefined ? createdOf(posted) : own,
    post,
    posted: isPosted ? (posted.sent ?? null) : null,
    send,
    refuse,
    forget: () => setOwn(null),
  };
}

function createdOf(posted: FormState<PostedCreated>): Outcome {
  return "message" in posted || "refused" in posted ? null : posted;
}

/** Not `randomUUID`, which browsers do not offer to pages on plain HTTP. */
function newFormId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
