/** The endpoint that describes the API to programs (docs/contract.md, The OpenAPI document of a token). */
import { Readable } from "node:stream";
import { z } from "zod";
import type { Access } from "../../access/compile";
import { requireEntity } from "../../access/require";
import { namesVersion } from "../../http/conditional-headers";
import { publicOrigin } from "../../http/origin";
import { VERSION } from "../../process/version";
import { entities } from "../input/parameters";
import { parseParameters, type QueryString } from "../input/query-string";
import { type Part, tokenDocument } from "../openapi/token-document";
import { BATCH } from "./batch";
import { DISCOVERY } from "./discovery";
import type { CallerRow } from "./endpoint";
import { FOLLOWING } from "./following";
import { READING, SEARCHING } from "./reading";
import { WEBHOOKS } from "./webhooks";
import { WRITING } from "./writing";

export const DESCRIBING: Record<"openapi", CallerRow> = {
  openapi: {
    method: "GET",
    path: "/openapi.json",
    about: "caller",
    safe: true,
    operationId: "getOpenApi",
    tag: "Token",
    summary: "Get the OpenAPI document of the token",
    description:
      "Returns the OpenAPI document of what the token can do: only its entities, fields and verbs. Generators turn it into a client.",
    parameters: { entities },
    headers: {
      "If-None-Match": {
        description: "The `ETag` of a document that was returned before. The response is 304 while it is current.",
        required: false,
        schema: { type: "string" },
      },
    },
    success: {
      status: 200,
      description: "The document itself, without `data` around it.",
      schema: z.looseObject({ openapi: z.string(), info: z.looseObject({}), paths: z.looseObject({}) }),
      isWhole: true,
      example: { openapi: "3.1.0", info: { title: "Public Records API", version: VERSION }, paths: {} },
      headers: ["ETag"],
    },
    notModified: "The document is still the one of `If-None-Match`. There is no body.",
    checks: ["shape", "entity"],
    errors: ["ENTITY_NOT_FOUND"],
    handle: async ({ caller, request, query }) => {
      const part = parsePart(query, caller.access);
      const { pieces, version } = await tokenDocument(caller, ROWS, publicOrigin(), part);
      if (namesVersion(request.header("if-none-match"), version)) return { status: 304, data: null, version };
      return { status: 200, data: Readable.from(pieces), version };
    },
  },
};

/** Throws INVALID_FILTERS if the parameter is repeated, and ENTITY_NOT_FOUND as the paths of an entity do. */
function parsePart(query: QueryString, access: Access): Part {
  const { entities: keys } = parseParameters(query, { entities });
  if (keys === null) return null;
  return new Set(keys.map((key) => requireEntity(access, key).entity.key));
}

/** The rows of the registry. They are put together here, because the document also describes its own endpoint. */
export const ROWS = {
  ...DISCOVERY,
  ...DESCRIBING,
  ...SEARCHING,
  ...READING,
  ...FOLLOWING,
  ...WRITING,
  ...BATCH,
  ...WEBHOOKS,
};
