/** The API as the token can use it, for programs (docs/contract.md, The OpenAPI document of a token). */
import { Readable } from "node:stream";
import { z } from "zod";
import { namesVersion } from "../../http/conditional-headers";
import { publicOrigin } from "../../http/origin";
import { describeFault, log } from "../../process/log";
import { documentVersion, documentVersionOfCode } from "../openapi/document-version";
import { tokenDocument } from "../openapi/token-document";
import { BATCH } from "./batch";
import { DISCOVERY } from "./discovery";
import type { CallerRow } from "./endpoint";
import { FOLLOWING } from "./following";
import { READING } from "./reading";
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
      example: { openapi: "3.1.0", info: { title: "Public Records API", version: "1" }, paths: {} },
      headers: ["ETag"],
    },
    notModified: "The document is still the one of `If-None-Match`. There is no body.",
    checks: [],
    errors: [],
    handle: async ({ caller, request }) => {
      const origin = publicOrigin();
      const version = await documentVersion(caller, ROWS, origin);
      if (namesVersion(request.header("if-none-match"), version)) return { status: 304, data: null, version };
      const document = tellingFaults(tokenDocument(caller, ROWS, origin), caller.token.id);
      return { status: 200, data: Readable.from(document), version };
    },
  },
};

/** Once the first bytes have left, the response can only break off, and the log says why. A client that leaves is no fault. */
async function* tellingFaults(document: AsyncGenerator<Buffer>, token: string): AsyncGenerator<Buffer> {
  const next = () =>
    document.next().catch((error: unknown) => {
      log().error({ token, error: describeFault(error) }, "a document broke off");
      throw error;
    });
  for (let step = await next(); step.done !== true; step = await next()) yield step.value;
}

/** Prepares what all documents share before the first request. Takes turns of a few milliseconds. */
export async function prepareDocuments(): Promise<void> {
  await documentVersionOfCode(ROWS);
}

/** All rows: the document describes its own endpoint, too. */
const ROWS = { ...DISCOVERY, ...DESCRIBING, ...READING, ...FOLLOWING, ...WRITING, ...BATCH };
