/** The recipe of a copy that stays what the list is. */
import { Code, CodeCard } from "../code/code-card";
import type { Reference } from "../load-reference";
import { ReferenceSection } from "../section";
import { sampleEntityKey } from "./sample";

export function SyncSection({ reference }: { reference: Reference }) {
  const entityKey = sampleEntityKey(reference);
  return (
    <ReferenceSection
      id="sync"
      title="Staying in sync"
      aside={
        <CodeCard head={<span className="font-medium">Three requests</span>} copyLabel="Copy the requests">
          <Code label="The requests of the recipe">
            {[
              "# 1. Where the feed is now",
              `GET /entities/${entityKey}/changes`,
              "",
              "# 2. Every record, page by page",
              `GET /entities/${entityKey}/records?sort=id:asc&limit=500`,
              "",
              "# 3. What has changed since, again and again",
              `GET /entities/${entityKey}/changes?cursor=…&wait=20`,
            ].join("\n")}
          </Code>
        </CodeCard>
      }
    >
      <p>A copy of an entity’s records elsewhere, as far as the token can see them, takes three steps:</p>
      <ol className="my-3 list-decimal space-y-1.5 pl-5">
        <li>Take a cursor from the feed of changes, before anything else.</li>
        <li>Walk through the list once, and keep every record.</li>
        <li>
          Follow the feed from the cursor. <code>changed</code> has the record as it is now, <code>removed</code> was
          deleted or left the token’s sight. Store the new <code>nextCursor</code> together with the records.
        </li>
      </ol>
      <p>
        <code>wait=20</code> keeps a request open until there is something to tell. <code>reset: true</code> means begin
        again with the first step: the token’s permissions changed, or the cursor is too old.
      </p>
    </ReferenceSection>
  );
}
