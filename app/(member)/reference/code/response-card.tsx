/** The response to a request: that of the service just now, or an example that says that it is one. */
import { indentJson } from "@/lib/json/indented-json";
import { cutText } from "@/lib/messages/cut-text";
import type { ShownResponse } from "@/lib/public-api/reference/example-requests";
import { Code, CodeCard } from "./code-card";
import { StatusCode } from "./status-code";

/** Enough to see what a record has; a record can have a megabyte. */
const SHOWN_LENGTH = 6_000;

const SOURCES: Record<ShownResponse["source"], string> = {
  read: "Real, read just now",
  "dry run": "Real, of a dry run just now",
  "made up": "Example",
};

/** `title`: of the request. */
export function ResponseCard({ title, response }: { title: string; response: ShownResponse }) {
  const { status, body, source } = response;
  // An indented text is longer: what is cut from it need not be indented.
  const text = indentJson(body.slice(0, 2 * SHOWN_LENGTH));
  const isCut = text.length > SHOWN_LENGTH;
  return (
    <CodeCard
      head={
        <>
          <span className="font-medium">Response</span>
          <StatusCode status={status} />
          <span className="text-quiet text-xs">{SOURCES[source]}</span>
        </>
      }
      copyLabel={`Copy the response: ${title}`}
    >
      <Code label={`Response: ${title}`}>{isCut ? `${cutText(text, SHOWN_LENGTH)}\n…` : text}</Code>
    </CodeCard>
  );
}
