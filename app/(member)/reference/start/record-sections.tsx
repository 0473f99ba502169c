import type { ComponentProps } from "react";
import { MAX_PAGE_SIZE } from "@/lib/limits";
import { type Sample, SampleCard } from "./sample";
import { StartSection } from "./start-section";

type Example = Omit<ComponentProps<typeof SampleCard>, "sample">;

const QUERY = {
  where: {
    and: [["created", "gte", "2026-01-01T00:00:00.000Z"], { not: ["updated", "lt", "2026-06-01T00:00:00.000Z"] }],
  },
  sort: [{ field: "updated", direction: "desc" }],
  limit: 50,
};

const EXAMPLES = {
  paging: [
    {
      id: "paging",
      title: "A page of records",
      name: "records.list",
      request: { query: { limit: MAX_PAGE_SIZE, sort: "created:asc" } },
    },
  ],
  filters: [{ id: "filters", title: "A query", name: "records.query", request: { body: QUERY } }],
  versions: [
    { id: "versions-read", title: "Read a record", name: "records.read" },
    { id: "versions-update", title: "Update that version", name: "records.update" },
  ],
  retries: [
    {
      id: "retries",
      title: "A create that can be repeated",
      name: "records.create",
      request: { headers: { "Idempotency-Key": "import-2026-11-21-row-17" } },
    },
  ],
  sync: [
    { id: "sync-begin", title: "1. Where the feed is now", name: "changes.list", request: { query: {} } },
    {
      id: "sync-walk",
      title: "2. Every record, page by page",
      name: "records.list",
      request: { query: { sort: "id:asc", limit: MAX_PAGE_SIZE } },
    },
    { id: "sync-follow", title: "3. What has changed since", name: "changes.list" },
  ],
} satisfies Record<string, Example[]>;

export function RecordSection({ id, sample }: { id: keyof typeof EXAMPLES; sample: Sample }) {
  return (
    <StartSection
      sample={sample}
      id={id}
      aside={EXAMPLES[id].map((example) => <SampleCard key={example.id} sample={sample} {...example} />)}
    />
  );
}
