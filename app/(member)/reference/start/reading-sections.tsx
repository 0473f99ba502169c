/** Reading many records: paging and filtering. */

import { DEFAULT_PAGE_SIZE, MAX_FILTER_CONDITIONS, MAX_FILTER_DEPTH, MAX_PAGE_SIZE } from "@/lib/limits";
import { ReferenceSection } from "../section";
import { type Sample, SampleCard } from "./sample";

export function ReadingSections({ sample }: { sample: Sample }) {
  return (
    <>
      <ReferenceSection
        id="paging"
        title="Paging"
        aside={
          <SampleCard
            sample={sample}
            id="paging"
            title="A page of records"
            name="records.list"
            request={{ query: { limit: MAX_PAGE_SIZE, sort: "created:asc" } }}
          />
        }
      >
        <p>
          A page has {DEFAULT_PAGE_SIZE} records unless <code>limit</code> says otherwise, and {MAX_PAGE_SIZE} at most.
          Send its <code>nextCursor</code> back as <code>cursor</code>, with the same filter, order and search, until it
          is <code>null</code>.
        </p>
        <p>
          A cursor is a place, not a number of records: what others create or delete meanwhile makes you miss nothing
          and see nothing twice. Without <code>sort</code> the newest records come first.
        </p>
      </ReferenceSection>
      <ReferenceSection
        id="filters"
        title="Filters"
        aside={
          <SampleCard sample={sample} id="filters" title="A query" name="records.query" request={{ body: QUERY }} />
        }
      >
        <p>
          <code>where</code> is a condition, <code>[field, operator, value]</code>, or several in <code>and</code>,{" "}
          <code>or</code> and <code>not</code>: {MAX_FILTER_DEPTH} levels and {MAX_FILTER_CONDITIONS} conditions at
          most. Each entity’s page has the{" "}
          <a href="#operators" className="text-accent underline underline-offset-2">
            operators
          </a>{" "}
          of its fields. <code>country.code</code> asks for a field of the record that a reference leads to.
        </p>
      </ReferenceSection>
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
