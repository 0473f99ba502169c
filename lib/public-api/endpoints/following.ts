/** The endpoint that follows changes of records (docs/contract.md, Changes). */
import { listChanges } from "../../changes/list";
import { feedCursor, feedLimit, fields, wait } from "../input/parameters";
import { parseParameters } from "../input/query-string";
import * as examples from "../schemas/examples";
import * as schemas from "../schemas/response";
import type { EndpointRow } from "./endpoint";

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
      "Returns what changed since a cursor, removals included. Take a cursor by a request without one, read the list once, then follow: the result is the list.",
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
    handle: async ({ caller, access, query, request, deadline }) => {
      const { wait: seconds, ...feed } = parseParameters(query, PARAMETERS);
      // Not from now on: a request that is authorized again because permissions changed does not wait longer.
      const waitUntil = seconds === 0 ? null : deadline.openedAt + seconds * 1_000;
      const { text, sent } = await listChanges(
        caller,
        access,
        { ...feed, waitUntil },
        { signal: request.signal(), deadline },
      );
      // A removal has the unique values of its record, whatever `fields` picks.
      const named = () => access.entity.uniqueFields.filter((key) => access.readable.has(key));
      return { status: 200, data: text, sent, fieldsInUse: { picked: feed.fields, named } };
    },
  },
} satisfies Record<string, EndpointRow>;
