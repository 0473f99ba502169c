/** The endpoint that follows changes of records (docs/contract.md, Changes). */
import { listChanges, pageText } from "../../changes/list";
import { prefersEventStream } from "../../http/accept";
import { MAX_PAGE_BYTES } from "../../limits";
import { openChangeStream } from "../event-stream/change-stream";
import { feedCursor, feedLimit, fields, wait } from "../input/parameters";
import { parseParameters } from "../input/query-string";
import { VARY_BY_FORM } from "../response";
import * as examples from "../schemas/examples";
import * as schemas from "../schemas/response";
import type { EndpointRow, EntityRequest, Standing } from "./endpoint";

const PARAMETERS = { cursor: feedCursor, limit: feedLimit, fields, wait };

export const FOLLOWING = {
  "changes.list": {
    method: "GET",
    path: "/entities/:entityKey/changes",
    about: "entity",
    verbs: ["list"],
    safe: true,
    waits: true,
    operationId: "listChanges",
    tag: "Records",
    summary: "Follow changes",
    description:
      "Returns what changed since a cursor, removals included. Take a cursor by a request without one, read the list once, then follow: the result is the list. With `Accept: text/event-stream` the changes come as server-sent events, `changed`, `removed` and `reset`; `Last-Event-ID` goes on after the last `id`.",
    parameters: PARAMETERS,
    success: {
      status: 200,
      description: "What changed: removals first, each record once, as it is now.",
      schema: schemas.changesPage,
      example: examples.changesPage,
    },
    checks: ["shape", "turn"],
    errors: [
      "ENTITY_NOT_FOUND",
      "PERMISSION_DENIED",
      "INVALID_LIMIT",
      "INVALID_CURSOR",
      "INVALID_FILTERS",
      "FIELD_NOT_QUERYABLE",
    ],
    handle: async (follow) => {
      const { access, query } = follow;
      const { wait: seconds, ...feed } = parseParameters(query, PARAMETERS);
      // A removal has the unique values of its record, whatever `fields` picks.
      const named = () => access.entity.uniqueFields.filter((key) => access.readable.has(key));
      const result = { status: 200, headers: VARY_BY_FORM, fieldsInUse: { picked: feed.fields, named } } as const;
      if (prefersEventStream(follow.request.header("accept")) && follow.standing !== null)
        return { ...result, data: streamOf(follow, follow.standing, feed), isEventStream: true };
      return { ...result, ...(await pageOf(follow, feed, seconds)) };
    },
  },
} satisfies Record<string, EndpointRow>;

type Feed = { cursor: string | null; limit: number; fields: string[] | null };

async function pageOf({ caller, access, request, deadline }: EntityRequest, feed: Feed, seconds: number) {
  // Not from now on: a request that is authorized again because permissions changed does not wait longer.
  const waitUntil = seconds === 0 ? null : deadline.openedAt + seconds * 1_000;
  const query = { ...feed, maxBytes: MAX_PAGE_BYTES, waitUntil, isChecked: true };
  const page = await listChanges(caller, access, query, { signal: request.signal(), deadline });
  return { data: pageText(page), sent: page.sent };
}

/** A client that connects again sends the last id that it got; the address still has the cursor that it began with. */
function streamOf({ caller, access, request }: EntityRequest, standing: Standing, feed: Feed) {
  const query = { ...feed, cursor: request.header("last-event-id") || feed.cursor };
  const following = { caller, access, standing, request };
  return openChangeStream(following, query);
}
