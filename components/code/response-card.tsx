/** The response to a request: a real one from just now, or an example that is labeled as one. */
import { indentJson } from "@/lib/json/indented-json";
import { cutText } from "@/lib/messages/cut-text";
import type { ShownResponse } from "@/lib/public-api/reference/example-requests";
import { Code, CodeCard } from "./code-card";
import { StatusCode } from "./status-code";

/** Enough to show what a record contains; a record can have a megabyte. */
const SHOWN_LENGTH = 6_000;

const SOURCES: Record<ShownResponse["source"], string> = {
  read: "Live response",
  "dry run": "Live dry run",
  "made up": "Example",
};

/** `title`: that of the request. */
export function ResponseCard({ title, response }: { title: string; response: ShownResponse }) {
  const { status, body, source } = response;
  // Indenting only makes the text longer, so the part that is cut off is not indented.
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
      <Code label={`Response: ${title}`} language="json">
        {isCut ? `${cutText(text, SHOWN_LENGTH)}\n…` : text}
      </Code>
    </CodeCard>
  );
}
