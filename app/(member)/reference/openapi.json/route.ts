/** The OpenAPI document of the permissions that the reference shows, as a file. It authorizes by itself, as a page does. */
import { publicOrigin } from "@/lib/http/origin";
import { ROWS } from "@/lib/public-api/endpoints/registry";
import { tokenDocument } from "@/lib/public-api/openapi/token-document";
import { download } from "../../download";
import { loadReference } from "../load-reference";

export async function GET(request: Request): Promise<Response> {
  const { caller, signedIn } = await loadReference(Object.fromEntries(new URL(request.url).searchParams));
  const { pieces } = await tokenDocument(caller, ROWS, publicOrigin());
  return download(`openapi-${signedIn.organization.key}.json`, "application/json", pieces);
}
