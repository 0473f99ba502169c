/** Why sending the form created no token. Interrupts screen readers, because it is unexpected. */
import { ErrorNotice, Notice } from "@/components/ui/notice";
import type { TokenProblem } from "@/lib/tokens/policy";
import type { Outcome } from "./use-submission";

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

type OutcomeNoticeProps = {
  outcome: Outcome;
  /** Why it was not carried out; null if it was, or was not sent. */
  message: string | null;
  problems: readonly TokenProblem[];
};

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
