import type { ComponentProps } from "react";
import { Code, CodeCard } from "@/components/code/code-card";
import { RequestCard } from "@/components/code/request-card";
import { ResponseCard } from "@/components/code/response-card";
import { Prose } from "@/components/ui/text/prose";
import { MAX_PAGE_SIZE } from "@/lib/limits";
import { withDocumentation } from "@/lib/public-api/endpoints/documentation";
import { ENDPOINTS, findEndpoint } from "@/lib/public-api/endpoints/registry";
import * as examples from "@/lib/public-api/schemas/examples";
import { TryPanel } from "../try/try-panel";
import { type Sample, SampleCard, StartSection } from "./sample";

export function RequestSections({ sample }: { sample: Sample }) {
  const { language, target } = sample.reference;
  const requestCard = (id: string, title: string, path: string) => (
    <RequestCard
      {...{ id, title, language, target }}
      request={{ method: "GET", path, query: {}, headers: {}, body: null }}
    />
  );
  return (
    <>
      <StartSection
        sample={sample}
        id="base-url"
        aside={
          <CodeCard head={<span className="font-medium">Base URL</span>} copyLabel="Copy the base URL">
            <Code label="Base URL of the API">{target.baseUrl}</Code>
          </CodeCard>
        }
      />
      <StartSection
        sample={sample}
        id="authentication"
        aside={
          <>
            {requestCard("authentication", "Whom the token acts for", "/me")}
            <ResponseCard
              title="Whom the token acts for"
              response={{ status: 200, body: JSON.stringify({ data: examples.identity }), source: "made up" }}
            />
            <TryOwn name="me" />
          </>
        }
      />
      <StartSection
        sample={sample}
        id="discovery"
        aside={
          <>
            {requestCard("discovery", "What the token can use", "/entities")}
            <TryOwn name="entities.list" />
          </>
        }
      >
        <dl className="grid grid-cols-1 gap-y-3 text-sm">
          {ENDPOINTS.filter(({ about }) => about === "caller")
            .map(withDocumentation)
            .map(({ name, method, path, description }) => (
              <div key={name}>
                <dt className="font-mono [overflow-wrap:anywhere]">
                  <span className="mr-2 font-semibold text-accent">{method}</span>
                  {path}
                </dt>
                <dd className="mt-0.5 text-quiet">
                  <Prose text={description} />
                </dd>
              </div>
            ))}
        </dl>
      </StartSection>
      <StartSection
        sample={sample}
        id="responses"
        aside={
          <CodeCard head={<span className="font-medium">A success, and an error</span>} copyLabel="Copy the two forms">
            <Code label="A success, and an error" language="json">
              {FORMS}
            </Code>
          </CodeCard>
        }
      />
    </>
  );
}

const FORMS = `{ "data": { … } }

{
  "error": {
    "code": "RECORD_NOT_FOUND",
    "message": "There is no such record …",
    "requestId": "01a1fd30-0325-7043-9348-da7b8275f27a"
  }
}`;

function TryOwn({ name }: { name: "me" | "entities.list" }) {
  const endpoint = findEndpoint(name);
  if (endpoint === undefined) return null;
  const { method, path, summary, safe } = withDocumentation(endpoint);
  return <TryPanel endpoint={{ name, method, path, summary, safe, takesBody: false }} />;
}

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
