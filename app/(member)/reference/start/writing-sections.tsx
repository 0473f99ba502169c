/** Writing without losing what others wrote, and without writing twice. */
import { IDEMPOTENCY_HOURS } from "@/lib/limits";
import * as examples from "@/lib/public-api/schemas/examples";
import { Code, CodeCard } from "../code/code-card";
import type { Reference } from "../load-reference";
import { ReferenceSection } from "../section";
import { sampleEntityKey } from "./sample";

export function WritingSections({ reference }: { reference: Reference }) {
  const { target } = reference;
  const path = `${target.baseUrl}/entities/${sampleEntityKey(reference)}/records`;
  const authorization = `-H "Authorization: Bearer $${target.variable}"`;
  return (
    <>
      <ReferenceSection
        id="versions"
        title="Versions"
        aside={
          <CodeCard
            head={<span className="font-medium">Read, then update that version</span>}
            copyLabel="Copy the requests"
          >
            <Code label="Read, then update that version">
              {[
                `curl -i '${path}/${examples.RECORD_ID}' \\`,
                `  ${authorization}`,
                `# ETag: ${examples.ETAG}`,
                "",
                `curl -X PATCH '${path}/${examples.RECORD_ID}' \\`,
                `  ${authorization} \\`,
                `  -H 'If-Match: ${examples.ETAG}' \\`,
                "  -H 'Content-Type: application/json' \\",
                `  -d '{"data": {…}}'`,
              ].join("\n")}
            </Code>
          </CodeCard>
        }
      >
        <p>
          Every record has a version: its <code>versionId</code>, and in quotes its <code>ETag</code>. An update or a
          delete names the version that it was decided upon, in <code>If-Match</code>. Two writers never overwrite each
          other unknowingly.
        </p>
        <p>
          412 says that somebody else was faster: read the record again, and decide again. 428 says that{" "}
          <code>If-Match</code> is missing. <code>If-Match: *</code> takes any version, where you mean that.
        </p>
        <p>
          A read with <code>If-None-Match</code> is 304, without a body, while the record has not changed.
        </p>
      </ReferenceSection>
      <ReferenceSection
        id="retries"
        title="Safe retries"
        aside={
          <CodeCard
            head={<span className="font-medium">A create that can be repeated</span>}
            copyLabel="Copy the request"
          >
            <Code label="A create that can be repeated">
              {[
                `curl -X POST '${path}' \\`,
                `  ${authorization} \\`,
                "  -H 'Idempotency-Key: import-2026-11-21-row-17' \\",
                "  -H 'Content-Type: application/json' \\",
                `  -d '{"data": {…}}'`,
              ].join("\n")}
            </Code>
          </CodeCard>
        }
      >
        <p>
          Repeat reads as you like. A create or a batch with an <code>Idempotency-Key</code> can be repeated for{" "}
          {IDEMPOTENCY_HOURS} hours: the same key and body write once, and get the first response again. An update with
          its <code>If-Match</code> is never done twice; the second time it is 412.
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
