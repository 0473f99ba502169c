/** The steps to keep a copy in sync with the list. */
import { MAX_PAGE_SIZE } from "@/lib/limits";
import { ReferenceSection } from "../section";
import { type Sample, SampleCard } from "./sample";

export function SyncSection({ sample }: { sample: Sample }) {
  return (
    <ReferenceSection
      id="sync"
      title="Staying in sync"
      aside={
        <>
          <SampleCard
            sample={sample}
            id="sync-begin"
            title="1. Where the feed is now"
            name="changes.list"
            request={{ query: {} }}
          />
          <SampleCard
            sample={sample}
            id="sync-walk"
            title="2. Every record, page by page"
            name="records.list"
            request={{ query: { sort: "id:asc", limit: MAX_PAGE_SIZE } }}
          />
          <SampleCard sample={sample} id="sync-follow" title="3. What has changed since" name="changes.list" />
        </>
      }
    >
      <p>A copy of an entity’s records elsewhere, as far as the token can see them, takes three steps:</p>
      <ol className="my-3 list-decimal space-y-1.5 pl-5">
        <li>Take a cursor from the feed of changes, before anything else.</li>
        <li>Walk through the list once, and keep every record.</li>
        <li>
          Follow the feed from the cursor. <code>changed</code> has the record as it is now, <code>removed</code> was
          deleted or left the token’s sight; <code>keys</code> are its unique values. Store the new{" "}
          <code>nextCursor</code> together with the records.
        </li>
      </ol>
      <p>
        <code>wait=20</code> keeps a request open until there is something to tell. <code>reset: true</code> means begin
        again with the first step: the token’s permissions changed, or the cursor is too old.
      </p>
    </ReferenceSection>
  );
}
