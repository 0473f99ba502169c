import { openApiDocument } from "@/lib/public-api/openapi";

export const dynamic = "force-static";

/** The interface's description, for people and their tools: the same for everybody. */
export function GET(): Response {
  return Response.json(openApiDocument());
}
