/** How every failure of a command is reported. Most can be fixed by its user: the message of the Error says how. */
import { CommanderError } from "commander";
import { ConfigurationError, formatPath } from "../../lib/configuration/issues";
import { TokenRefused } from "../../lib/tokens/policy";

/** Writes to standard error. */
export function tellFailure(error: unknown, format: "text" | "json"): void {
  process.stderr.write(`${format === "json" ? JSON.stringify(failureToJson(error)) : describeFailure(error)}\n`);
}

/** For people: says what is wrong, without internal details. */
function describeFailure(error: unknown): string {
  if (error instanceof ConfigurationError) return error.message;
  if (error instanceof TokenRefused) {
    return error.problems.map(({ part, message }) => `${part}: ${message}`).join("\n");
  }
  // The command-line parser prefixes its messages.
  if (error instanceof CommanderError) return error.message.replace(/^error: /, "");
  if (error instanceof AggregateError) return error.errors.map(describeFailure).join("\n");
  if (error instanceof Error) return error.message;
  return String(error);
}

export function failureToJson(error: unknown): object {
  const message = describeFailure(error);
  if (error instanceof ConfigurationError) {
    return {
      error: { message, issues: error.issues.map(({ path, message }) => ({ path: formatPath(path), message })) },
    };
  }
  if (error instanceof TokenRefused)
    return { error: { message, issues: error.problems.map(({ part, message }) => ({ path: part, message })) } };
  return { error: { message } };
}
