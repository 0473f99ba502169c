/** Handles requests that follow changes of records (docs/contract.md, Changes). */
import { listChanges, pageText } from "../../changes/list";
import { prefersEventStream } from "../../http/accept";
import { MAX_PAGE_BYTES } from "../../limits";
import { openChangeStream } from "../event-stream/change-stream";
import { feedCursor, feedLimit, fields, wait } from "../input/parameters";
import { parseParameters } from "../input/query-string";
import { VARY_BY_FORM } from "../response";
import type { EndpointResult, EntityRequest, Standing } from "./endpoint";

export const FEED_PARAMETERS = { cursor: feedCursor, limit: feedLimit, fields, wait };

export async function follow(request: EntityRequest): Promise<EndpointResult> {
  const { access, query, standing } = request;
  const { wait: seconds, ...feed } = parseParameters(query, FEED_PARAMETERS);
  // A removal has the unique values of its record, whatever `fields` picks.
  const named = () => access.entity.uniqueFields.filter((key) => access.readable.has(key));
  const result = { status: 200, headers: VARY_BY_FORM, fieldsInUse: { picked: feed.fields, named } } as const;
  if (prefersEventStream(request.request.header("accept")) && standing !== null)
    return { ...result, data: streamOf(request, standing, feed), isEventStream: true };
  return { ...result, ...(await pageOf(request, feed, seconds)) };
}

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
  return openChangeStream({ caller, access, standing, request }, query);
}
