import { publicOrigin } from "@/lib/http/origin";
import { API_CATALOG_TYPE, apiCatalog } from "@/lib/public-api/openapi/api-catalog";

/** It contains this deployment's own address, which is unknown at build time. */
export const dynamic = "force-dynamic";

/** Links to the descriptions of the API for programs (RFC 9727). */
export function GET(): Response {
  return new Response(JSON.stringify(apiCatalog(publicOrigin())), { headers: { "content-type": API_CATALOG_TYPE } });
}
