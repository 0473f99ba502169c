/** The endpoint that follows changes of records (docs/contract.md, Changes). */
import { listChanges } from "../../changes/list";
import { parseChangesQuery } from "../input/list-query";
import * as examples from "../schemas/examples";
import { changesParameters } from "../schemas/request";
import * as schemas from "../schemas/response";
import type { EndpointRow } from "./endpoint";

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
    parameters: changesParameters,
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
      const { waitSeconds, ...feed } = parseChangesQuery(query);
      // Not from now on: a request that is authorized again because permissions changed does not wait longer.
      const waitUntil = waitSeconds === 0 ? null : deadline.openedAt + waitSeconds * 1_000;
      const { text, sent } = await listChanges(
        caller,
        access,
        { ...feed, waitUntil },
        { signal: request.signal(), deadline },
      );
      return { status: 200, data: text, sent };
    },
  },
} satisfies Record<string, EndpointRow>;
