/** `/.well-known/api-catalog` (RFC 9727): links from the API to the documents that describe it. */
import { BASE_PATH } from "../base-path";

export const API_CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/** `origin` is the origin of the deployment. */
export function apiCatalog(origin: string) {
  return {
    linkset: [
      {
        anchor: `${origin}${BASE_PATH}`,
        "service-desc": [
          { href: `${origin}/openapi.json`, type: "application/json", title: "What all organisations share" },
          {
            href: `${origin}${BASE_PATH}/openapi.json`,
            type: "application/json",
            title: "What one token can do; requires the token",
          },
        ],
        "service-doc": [{ href: `${origin}/llms.txt`, type: "text/plain", title: "Guides" }],
        status: [{ href: `${origin}/api/health/ready`, type: "application/json" }],
      },
    ],
  };
}
