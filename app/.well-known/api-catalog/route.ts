import { publicOrigin } from "@/lib/http/origin";
import { BASE_PATH } from "@/lib/public-api/base-path";

const TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/** Links to the descriptions of the API for programs (RFC 9727). */
export function GET(): Response {
  const origin = publicOrigin();
  const api = {
    anchor: `${origin}${BASE_PATH}`,
    "service-desc": [
      { href: `${origin}/openapi.json`, type: "application/json", title: "What all organizations share" },
      {
        href: `${origin}${BASE_PATH}/openapi.json`,
        type: "application/json",
        title: "What one token can do; requires the token",
      },
    ],
    "service-doc": [{ href: `${origin}/llms.txt`, type: "text/plain", title: "Guides" }],
    status: [{ href: `${origin}/api/health/ready`, type: "application/json" }],
  };
  return new Response(JSON.stringify({ linkset: [api] }), { headers: { "content-type": TYPE } });
}
