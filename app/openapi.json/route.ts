import { publicOrigin } from "@/lib/http/origin";
import { openApiDocument } from "@/lib/public-api/openapi/document";

let text: string | undefined;

/** The OpenAPI document for people and their tools: the same for everyone, so it is created once. */
export function GET(): Response {
  text ??= JSON.stringify(openApiDocument(publicOrigin()));
  return new Response(text, { headers: { "content-type": "application/json" } });
}
