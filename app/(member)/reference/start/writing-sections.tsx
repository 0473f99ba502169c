/** Writing without lost updates, and without duplicates. */

import { IDEMPOTENCY_HOURS } from "@/lib/limits";
import { ReferenceSection } from "../section";
import { type Sample, SampleCard } from "./sample";

export function WritingSections({ sample }: { sample: Sample }) {
  return (
    <>
      <ReferenceSection
        id="versions"
        title="Versions"
        aside={
          <>
            <SampleCard sample={sample} id="versions-read" title="Read a record" name="records.read" />
            <SampleCard sample={sample} id="versions-update" title="Update that version" name="records.update" />
          </>
        }
      >
        <p>
          Every record has a version: its <code>versionId</code>, and in quotes its <code>ETag</code>. An update or a
          delete names the version that it was decided upon, in <code>If-Match</code>. Two writers never overwrite each
          other unknowingly.
        </p>
        <p>
          412: the record has changed since you read it. Read it again, then decide again. 428: <code>If-Match</code> is
          missing. <code>If-Match: *</code> takes any version, where you mean that.
        </p>
        <p>
          A read with <code>If-None-Match</code> is 304, without a body, while the record has not changed.
        </p>
      </ReferenceSection>
      <ReferenceSection
        id="retries"
        title="Safe retries"
        aside={
          <SampleCard
            sample={sample}
            id="retries"
            title="A create that can be repeated"
            name="records.create"
            request={{ headers: { "Idempotency-Key": "import-2026-11-21-row-17" } }}
          />
        }
      >
        <p>
          Repeat reads as you like. A write with an <code>Idempotency-Key</code> can be repeated for {IDEMPOTENCY_HOURS}{" "}
          hours: the same key and body write once, and get the first response again. Without a key, an update with its{" "}
          <code>If-Match</code> is not done twice either: the second time it is 412.
        </p>
        <p>
          After 429, wait as many seconds as <code>retry-after</code> says. After 500 or a lost connection, a write may
          have happened: repeat it with its key, or read first.
        </p>
        <p>
          <code>?dryRun=true</code> on a write checks everything, gives the response that the write would have, and
          writes nothing.
        </p>
      </ReferenceSection>
    </>
  );
}
