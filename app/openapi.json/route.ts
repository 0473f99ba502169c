import { publicOrigin } from "@/lib/http/origin";
import { openApiDocument } from "@/lib/public-api/openapi/document";

/** It names this deployment's own address, which no build knows. */
export const dynamic = "force-dynamic";

let text: string | undefined;

/** The API's description, for people and their tools: the same for everybody, so it is made once. */
export function GET(): Response {
  text ??= JSON.stringify(openApiDocument(publicOrigin()));
  return new Response(text, { headers: { "content-type": "application/json" } });
}
