import { publicOrigin } from "@/lib/http/origin";
import { API_CATALOG_TYPE, apiCatalog } from "@/lib/public-api/openapi/api-catalog";

/** It names this deployment's own address, which no build knows. */
export const dynamic = "force-dynamic";

/** Where programs find what describes the API (RFC 9727). */
export function GET(): Response {
  return new Response(JSON.stringify(apiCatalog(publicOrigin())), { headers: { "content-type": API_CATALOG_TYPE } });
}
