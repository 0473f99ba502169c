"use client";
/**
 * Sends the form and knows where that stands. Each form has an id of its own, by which the server creates one token of it,
 * however often it arrives; so sending again is always safe.
 */
import { useRef, useState } from "react";
import { isLiftable, type LiftableRefusal } from "@/components/session/use-identity";
import type { NewSecret } from "@/components/tokens/secret-once";
import { SecretOnce } from "@/components/tokens/secret-once-when-used";
import type { PageMember } from "@/lib/session/visitor";
import type { TokenProblem } from "@/lib/tokens/policy";
import { createTokenOfForm } from "./actions";
import type { FormRequest } from "./draft";

export type Submission =
  | { kind: "editing" }
  | { kind: "sending" }
  | { kind: "refused"; problems: TokenProblem[] }
  | { kind: "held up"; refused: LiftableRefusal }
  | { kind: "forbidden" | "membership ended" }
  | { kind: "no answer" }
  | { kind: "created before"; token: { id: string; name: string; hint: string } }
  | { kind: "created"; secret: NewSecret };

type Submitter = {
  submission: Submission;
  send: (request: FormRequest) => Promise<void>;
  refuse: (problems: TokenProblem[]) => void;
  /** Forgets what came of it, the secret too. */
  reset: () => void;
};

/** `accountId`: the service account that gets the token; absent: the member. */
export function useSubmission(page: PageMember, accountId?: string): Submitter {
  const [submission, setSubmission] = useState<Submission>({ kind: "editing" });
  const formId = useRef<string | null>(null);
  const isSending = useRef(false);

  const send = async (request: FormRequest) => {
    // State comes too late for the second half of a double click.
    if (isSending.current) return;
    isSending.current = true;
    formId.current ??= newFormId();
    setSubmission({ kind: "sending" });
    const outcome = await submit(page, { ...request, accountId }, formId.current);
    isSending.current = false;
    // What is sent after this is meant to be another token.
    if (outcome.kind === "created" || outcome.kind === "created before") formId.current = null;
    setSubmission(outcome);
  };
  return {
    submission,
    send,
    refuse: (problems) => setSubmission({ kind: "refused", problems }),
    reset: () => setSubmission({ kind: "editing" }),
  };
}

type Sent = FormRequest & { accountId: string | undefined };

async function submit(page: PageMember, { expires, ...request }: Sent, formId: string): Promise<Submission> {
  try {
    await SecretOnce.load();
    const answer = await createTokenOfForm(page, { ...request, formId, expires: expires?.toISOString() ?? null });
    if ("created" in answer) return { kind: "created", secret: answer.created };
    if ("createdBefore" in answer) return { kind: "created before", token: answer.createdBefore };
    if ("problems" in answer) return { kind: "refused", problems: answer.problems };
    if (isLiftable(answer.refused)) return { kind: "held up", refused: answer.refused };
    return { kind: answer.refused === "membership-ended" ? "membership ended" : "forbidden" };
  } catch {
    return { kind: "no answer" };
  }
}

/** Not `randomUUID`, which browsers keep from pages on plain http. */
function newFormId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
