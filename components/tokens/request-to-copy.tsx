/** A request to copy, with a variable in place of the secret, which is not stored anywhere. */
import type { ReactNode } from "react";
import { CopyButton } from "../ui/controls/copy-button";
import { CodeBlock } from "../ui/text/code-block";
import { curlOf, ENVIRONMENT_VARIABLE } from "./secret-lines";

/** `label`: what it requests. `title`: the same, as shown above the lines. `origin`: public, without a trailing slash. */
type RequestToCopyProps = { label: string; title: ReactNode; origin: string; path: string };

export function RequestToCopy({ label, title, origin, path }: RequestToCopyProps) {
  const line = curlOf(origin, path, `$${ENVIRONMENT_VARIABLE}`);
  return (
    <div className="grid min-w-0 grid-cols-1 gap-1.5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="min-w-0 [overflow-wrap:anywhere]">{title}</div>
        <CopyButton text={line} aria-label={`Copy the request: ${label}`} />
      </div>
      <CodeBlock label={label}>{line}</CodeBlock>
    </div>
  );
}

/** The first request to try with a new token: it returns who the token is. */
export function CheckRequest({ origin }: { origin: string }) {
  return (
    <RequestToCopy
      label="Check the token"
      title={
        <p className="text-quiet">
          Save the token as <code>{ENVIRONMENT_VARIABLE}</code>, then check that it works:
        </p>
      }
      origin={origin}
      path="/me"
    />
  );
}
