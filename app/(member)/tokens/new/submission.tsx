"use client";
/** Sends the form of a new token. The server creates only one from a form, however often it arrives: sending again is safe. */
import { useRef, useState } from "react";
import { useMemberAction } from "@/components/session/use-member-action";
import { SecretOnce } from "@/components/tokens/secret-once-when-used";
import { ErrorNotice, Notice } from "@/components/ui/notice";
import type { PageMember } from "@/lib/session/visitor";
import type { TokenProblem } from "@/lib/tokens/policy";
import { type Created, createTokenOfForm } from "./actions";
import type { FormRequest } from "./draft";

const NO_PROBLEMS: TokenProblem[] = [];

const TEXTS = {
  noAnswer: "There was no response. Nothing you typed is lost. Send the form again: it will not create a second token.",
  forbidden: "You can no longer create tokens in this organization. Reload the page to see why.",
};

/** `accountId`: the service account that gets the token; absent: the member. */
export function useSubmission(page: PageMember, accountId?: string) {
  const { run, tell, ...action } = useMemberAction(page, TEXTS);
  /** null: not sent, or not carried out. */
  const [outcome, setOutcome] = useState<Created | null>(null);
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
  return {
    ...action,
    outcome,
    created: outcome !== null && "created" in outcome ? outcome.created : null,
    problems: outcome !== null && "problems" in outcome ? outcome.problems : NO_PROBLEMS,
    send,
    refuse,
    /** Discards the outcome, including the secret. */
    forget: () => setOutcome(null),
  };
}

/** Not `randomUUID`, which browsers do not offer to pages on plain HTTP. */
function newFormId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const PARTS: Record<TokenProblem["part"], string> = {
  name: "Name",
  purpose: "Purpose",
  expires: "Expiry",
  scopes: "Access",
  deniedFields: "Fields",
  rows: "Records",
  allowedAddresses: "IP addresses",
  requestsPerMinute: "Requests per minute",
};

type OutcomeNoticeProps = Pick<ReturnType<typeof useSubmission>, "outcome" | "message" | "problems">;

/** Why sending the form created no token. Interrupts screen readers, because it is unexpected. */
export function OutcomeNotice({ outcome, message, problems }: OutcomeNoticeProps) {
  if (outcome !== null && "createdBefore" in outcome) {
    const { name, hint } = outcome.createdBefore;
    return (
      <Notice tone="warn" role="alert" title="This form has created its token already">
        “<bdi>{name}</bdi>” (<code className="font-mono">{hint}</code>) was created, but the response did not arrive,
        and the token cannot be shown again: rotate or revoke it in the list. Sending the form again creates another
        token.
      </Notice>
    );
  }
  if (problems.length === 0) return <ErrorNotice text={message} />;
  return (
    <Notice tone="bad" role="alert" title="No token was created">
      <ul>
        {problems.map(({ part, message }) => (
          <li key={`${part} ${message}`}>
            {PARTS[part]}: {message}.
          </li>
        ))}
      </ul>
    </Notice>
  );
}
