/** Reading and writing records: the sections whose examples are requests for records of the sample. */
import { MAX_PAGE_SIZE } from "@/lib/limits";
import { type Sample, SampleCard } from "./sample";
import { StartSection } from "./start-section";

export function ReadingSections({ sample }: { sample: Sample }) {
  return (
    <>
      <StartSection
        sample={sample}
        id="paging"
        aside={
          <SampleCard
            sample={sample}
            id="paging"
            title="A page of records"
            name="records.list"
            request={{ query: { limit: MAX_PAGE_SIZE, sort: "created:asc" } }}
          />
        }
      />
      <StartSection
        sample={sample}
        id="filters"
        aside={
          <SampleCard sample={sample} id="filters" title="A query" name="records.query" request={{ body: QUERY }} />
        }
      />
    </>
  );
}

const QUERY = {
  where: {
    and: [["created", "gte", "2026-01-01T00:00:00.000Z"], { not: ["updated", "lt", "2026-06-01T00:00:00.000Z"] }],
  },
  sort: [{ field: "updated", direction: "desc" }],
  limit: 50,
};

export function WritingSections({ sample }: { sample: Sample }) {
  return (
    <>
      <StartSection
        sample={sample}
        id="versions"
        aside={
          <>
            <SampleCard sample={sample} id="versions-read" title="Read a record" name="records.read" />
            <SampleCard sample={sample} id="versions-update" title="Update that version" name="records.update" />
          </>
        }
      />
      <StartSection
        sample={sample}
        id="retries"
        aside={
          <SampleCard
            sample={sample}
            id="retries"
            title="A create that can be repeated"
            name="records.create"
            request={{ headers: { "Idempotency-Key": "import-2026-11-21-row-17" } }}
          />
        }
      />
    </>
  );
}

export function SyncSection({ sample }: { sample: Sample }) {
  return (
    <StartSection
      sample={sample}
      id="sync"
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
    />
  );
}
