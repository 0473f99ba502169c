/** The sections of the start page, in their order. `words`: synonyms for the search. `docs/reference.md` has their text. */
export const START_SECTIONS = [
  { id: "entities", title: "Entities", words: "resources collections tables" },
  { id: "base-url", title: "Base URL", words: "address host openapi endpoint" },
  { id: "authentication", title: "Authentication", words: "token bearer header authorization api key 401 cors" },
  { id: "discovery", title: "Discovery", words: "schema metadata openapi.json me" },
  { id: "responses", title: "Responses", words: "envelope data error request id csv accept 200 201" },
  { id: "paging", title: "Paging", words: "pagination cursor nextCursor limit page" },
  { id: "filters", title: "Filters", words: "filter where query search conditions and or not" },
  {
    id: "operators",
    title: "Operators",
    words: "operator eq neq in between contains starts_with any_of is_null compare",
  },
  { id: "versions", title: "Versions", words: "etag if-match 304 412 428 optimistic locking concurrency" },
  { id: "retries", title: "Safe retries", words: "idempotency-key idempotent retry dry run dryrun upsert 500" },
  { id: "limits", title: "Limits", words: "rate limit rate limits 429 throttling quota size maximum" },
  { id: "sync", title: "Staying in sync", words: "changes feed webhook webhooks mirror poll events" },
  { id: "errors", title: "Errors", words: "error codes status failures" },
] as const;

export type StartSectionId = (typeof START_SECTIONS)[number]["id"];
