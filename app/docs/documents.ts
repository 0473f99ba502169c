/** The Markdown files that are published as pages, in reading order. Other files are neither pages nor linked. */

/** `file`: relative to the root of the repository. `summary`: a sentence, for lists. */
export type PublishedDocument = { path: string; file: string; title: string; summary: string };
type DocumentGroup = { title: string; documents: readonly PublishedDocument[] };

const toDocument = (path: string, file: string, title: string, summary: string): PublishedDocument => {
  return { path: `/docs/${path}`, file, title, summary };
};

const toGuide = (name: string, title: string, summary: string): PublishedDocument =>
  toDocument(`guides/${name}`, `docs/guides/${name}.md`, title, summary);

export const DOCUMENT_GROUPS: readonly DocumentGroup[] = [
  {
    title: "Start",
    documents: [
      toDocument("getting-started", "docs/getting-started.md", "Getting started", "Every endpoint once, with curl."),
      toDocument(
        "client",
        "packages/client/README.md",
        "Client for JavaScript",
        "Pages, retries and waits for you, with types.",
      ),
    ],
  },
  {
    title: "Guides",
    documents: [
      toDocument("guides", "docs/guides/README.md", "All guides", "One task each, from start to finish."),
      toGuide("mirror", "Mirror and stay in sync", "A copy of the records that also notices deletions."),
      toGuide("webhooks", "Receive webhooks", "Each change at your server, signed, in order."),
      toGuide("load", "Load many records", "10,000 records in seconds, and what to do with refused ones."),
      toGuide("upsert", "Upsert from another system", "Your own keys, without reading first."),
      toGuide("retry", "Retry safely", "Lost responses, versions, rate limits."),
      toGuide("join", "Join and count", "Names beside ids, conditions one reference away, sums by group."),
      toGuide("mcp", "Connect an agent", "Claude, Cursor, VS Code and others, by MCP."),
      toGuide("tables", "Spreadsheets and low-code tools", "CSV, Excel, Power BI, n8n."),
    ],
  },
  {
    title: "Reference",
    documents: [
      toDocument("errors", "docs/errors.md", "Errors", "Every code: when it comes, and what to do."),
      toDocument("specification", "docs/specification.md", "Specification", "What the API promises, in full."),
      toDocument(
        "contract",
        "docs/contract.md",
        "Contract",
        "How the API behaves where the specification leaves a choice.",
      ),
      toDocument("openapi", "docs/openapi.md", "OpenAPI", "The documents for tools, and generated clients."),
      toDocument(
        "staying-in-sync",
        "docs/staying-in-sync.md",
        "Sync by polling",
        "For clients that can only read lists.",
      ),
    ],
  },
];

export const DOCUMENTS: readonly PublishedDocument[] = DOCUMENT_GROUPS.flatMap(({ documents }) => documents);

const toTopic = (place: string, title: string, words: string) => ({ href: `/docs/${place}`, title, words });

/** Chapters that are found by these names or by further `words`. */
export const TOPICS = [
  toTopic("contract#2-authentication", "Authentication", "token bearer header api key 401 rotate rotation revoke"),
  toTopic(
    "contract#3-rate-limits",
    "Rate limits",
    "429 throttling quota limits maximum retry-after requests per minute",
  ),
  toTopic(
    "contract#6-lists",
    "Paging, sorting and filter operators",
    "pagination cursor nextCursor limit page next filters where and or not eq in contains search query sort order csv",
  ),
  toTopic(
    "contract#7-writes",
    "Writes and versions of records",
    "etag if-match 412 428 optimistic locking concurrency idempotency-key idempotent retry conflict",
  ),
  toTopic("client#public-records", "Client library (SDK)", "package npm typescript node"),
  toTopic("contract#13-batch", "Batches and upserts", "bulk upsert many import atomic"),
  toTopic("contract#12-changes", "Feed of changes", "webhook webhooks events sync mirror poll feed"),
  toTopic("contract#14-dry-run", "Dry runs", "dryrun test validate sandbox"),
  toTopic(
    "contract#9-versioning",
    "Versions of the API",
    "v1 deprecation breaking changes stability changelog release notes",
  ),
];

/** Such a path is refused before Next, whose 404 page is blank without scripts. */
export function isMissingDocument(path: string): boolean {
  const page = path.replace(/\/$/, "");
  return page.startsWith("/docs/") && findDocument(page) === undefined;
}

export function findDocument(path: string): PublishedDocument | undefined {
  return DOCUMENTS.find((document) => document.path === path);
}
