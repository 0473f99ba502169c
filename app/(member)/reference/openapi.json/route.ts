/** The OpenAPI document of the permissions that the reference shows, as a file. It authorizes by itself, as a page does. */
import { Readable } from "node:stream";
import { publicOrigin } from "@/lib/http/origin";
import { ROWS } from "@/lib/public-api/endpoints/registry";
import { tokenDocument } from "@/lib/public-api/openapi/token-document";
import { loadReference } from "../load-reference";

export async function GET(request: Request): Promise<Response> {
  const { caller, signedIn } = await loadReference(Object.fromEntries(new URL(request.url).searchParams));
  const { pieces } = await tokenDocument(caller, ROWS, publicOrigin());
  return new Response(Readable.toWeb(Readable.from(pieces)) as ReadableStream, {
    headers: {
      "content-type": "application/json",
      "content-disposition": `attachment; filename="openapi-${signedIn.organization.key}.json"`,
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    },
  });
}
