/** What came of sending the form, where it created no token. Interrupts screen readers: nothing went as expected. */
import { membershipEnded } from "@/components/session/use-identity";
import { Notice } from "@/components/ui/notice";
import type { PageMember } from "@/lib/session/visitor";
import type { TokenProblem } from "@/lib/tokens/policy";
import type { Submission } from "./use-submission";

const PARTS: Record<TokenProblem["part"], string> = {
  name: "Name",
  purpose: "Purpose",
  expires: "Expiry",
  scopes: "Access",
  deniedFields: "Fields",
  allowedAddresses: "IP addresses",
  requestsPerMinute: "Requests a minute",
};

type OutcomeNoticeProps = {
  submission: Submission;
  /** What is still wrong, of a form that was refused. */
  problems: readonly TokenProblem[];
  page: PageMember;
};

export function OutcomeNotice({ submission, problems, page }: OutcomeNoticeProps) {
  switch (submission.kind) {
    case "refused":
      if (problems.length === 0) return null;
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
    case "created before":
      return (
        <Notice tone="warn" role="alert" title="This form has created its token already">
          “<bdi>{submission.token.name}</bdi>” (<code className="font-mono">{submission.token.hint}</code>) was created,
          but the response did not arrive, and the token cannot be shown again: rotate or revoke it in the list. Sending
          the form again creates another token.
        </Notice>
      );
    case "no answer":
      return (
        <Notice tone="bad" role="alert" title="There was no response">
          Nothing you typed is lost. Send the form again: it will not create a second token.
        </Notice>
      );
    case "forbidden":
      return (
        <Notice tone="bad" role="alert" title="This was refused">
          You can no longer create tokens in this organisation. Reload the page to see why.
        </Notice>
      );
    case "membership ended":
      return (
        <Notice tone="bad" role="alert" title="No token was created">
          {membershipEnded(page)}
        </Notice>
      );
    case "editing":
    case "sending":
    case "held up":
    case "created":
      return null;
    default:
      return submission satisfies never;
  }
}
