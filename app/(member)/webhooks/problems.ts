import { AccessChanged } from "@/lib/access/require";
import { ApiError } from "@/lib/errors";

export type WebhookProblem = { field: string | null; message: string };

export function toProblems(error: unknown): { problems: WebhookProblem[] } {
  if (error instanceof AccessChanged) return problem("The permissions of the token have just changed. Try again.");
  if (!(error instanceof ApiError)) throw error;
  const details = (error.details ?? []).map(toProblem);
  return details.length > 0 ? { problems: details } : problem(MESSAGES[error.code] ?? error.message);
}

function toProblem({ field, message }: { field?: string | undefined; message: string }): WebhookProblem {
  return { field: field !== undefined && FIELDS.has(field) ? field : null, message };
}

const FIELDS = new Set(["name", "url", "since"]);

export const GONE = "This webhook no longer exists. Go back to the list.";

/** In place of messages about requests of the API. */
const MESSAGES: Partial<Record<string, string>> = {
  RECORD_NOT_FOUND: GONE,
  PRECONDITION_FAILED: "Somebody has changed this webhook meanwhile. Reload the page to see it as it is now.",
};

export function problem(message: string): { problems: WebhookProblem[] } {
  return { problems: [{ field: null, message }] };
}
