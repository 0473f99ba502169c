/** Describes every failure of a command. Most can be fixed by its user: the message of the Error says how. */
import { CommanderError } from "commander";
import { ConfigurationError, formatPath } from "../../lib/configuration/issues";
import { TokenRefused } from "../../lib/tokens/policy";

export function describeFailure(error: unknown): string {
  // The command-line parser prefixes its messages.
  if (error instanceof CommanderError) return error.message.replace(/^error: /, "");
  if (error instanceof AggregateError) return error.errors.map(describeFailure).join("\n");
  if (error instanceof Error) return error.message;
  return String(error);
}

export function failureToJson(error: unknown): { error: { message: string; issues?: object[] } } {
  const message = describeFailure(error);
  const issues =
    error instanceof ConfigurationError
      ? error.issues.map(({ path, message }) => ({ path: formatPath(path), message }))
      : error instanceof TokenRefused
        ? error.problems.map(({ part, message }) => ({ path: part, message }))
        : undefined;
  return { error: { message, ...(issues && { issues }) } };
}
