import { publicOrigin } from "@/lib/http/origin";
import { openApiDocument } from "@/lib/public-api/openapi/document";

/** It contains this deployment's own address, which is unknown at build time. */
export const dynamic = "force-dynamic";

let text: string | undefined;

/** The OpenAPI document for people and their tools: the same for everyone, so it is created once. */
export function GET(): Response {
  text ??= JSON.stringify(openApiDocument(publicOrigin()));
  return new Response(text, { headers: { "content-type": "application/json" } });
}
