/**
 * The endpoint that describes the API as this token can use it, for programs (docs/contract.md, The OpenAPI document of a token).
 */
import { Readable } from "node:stream";
import { z } from "zod";
import type { Access } from "../../access/compile";
import { requireEntity } from "../../access/require";
import { namesVersion } from "../../http/conditional-headers";
import { publicOrigin } from "../../http/origin";
import { describeFault, log } from "../../process/log";
import { VERSION } from "../../process/version";
import { entities } from "../input/parameters";
import { parseParameters, type QueryString } from "../input/query-string";
import { documentVersion, documentVersionOfCode } from "../openapi/document-version";
import { type Part, tokenDocument, WHOLE } from "../openapi/token-document";
import { BATCH } from "./batch";
import { DISCOVERY } from "./discovery";
import type { CallerRow } from "./endpoint";
import { FOLLOWING } from "./following";
import { READING } from "./reading";
import { SEARCHING } from "./searching";
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
        example: '"zEPiu2BSMd9Gvh6pjXcV4Q"',
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
      const origin = publicOrigin();
      const version = await documentVersion(caller, ROWS, origin, part);
      if (namesVersion(request.header("if-none-match"), version)) return { status: 304, data: null, version };
      const document = tellingFaults(tokenDocument(caller, ROWS, origin, part), caller.token.id);
      return { status: 200, data: Readable.from(document), version };
    },
  },
};

/** Throws INVALID_FILTERS if the parameter is repeated, and ENTITY_NOT_FOUND as the paths of an entity do. */
function parsePart(query: QueryString, access: Access): Part {
  const { entities: keys } = parseParameters(query, { entities });
  if (keys === null) return WHOLE;
  return { entities: new Set(keys.map((key) => requireEntity(access, key).entity.key)) };
}

/**
 * Once the first bytes are sent, a failure can only break off the response; the log says why. A client that has gone is not an
 * error.
 */
async function* tellingFaults(document: AsyncGenerator<Buffer>, token: string): AsyncGenerator<Buffer> {
  const next = () =>
    document.next().catch((error: unknown) => {
      log().error({ token, error: describeFault(error) }, "a document broke off");
      throw error;
    });
  for (let step = await next(); step.done !== true; step = await next()) yield step.value;
}

/**
 * Prepares what all documents share, before the first request. Splits the work into iterations of the event loop of a few
 * milliseconds.
 */
export async function prepareDocuments(): Promise<void> {
  await documentVersionOfCode(ROWS);
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
