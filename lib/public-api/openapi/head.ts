/** The beginning of every OpenAPI document of the API. */
import { VERSION } from "../../process/version";
import { BASE_PATH } from "../base-path";

/** HEAD and OPTIONS are mentioned only here: as operations, generated clients would have methods that are never called. */
export const DESCRIPTION = `Records of configured entities, for server-side integrations.

- **Authentication.** Send a token as \`Authorization: Bearer service_v1_…\`. It acts as the member who owns it.
- **Responses.** A success is \`{"data": …}\`, an error \`{"error": {"code", "message", "requestId"}}\`. Ignore members that you do not know: v1 only gains some.
- **Requests.** Unknown query parameters and unknown members of a body are refused with 400.
- **Versions.** The \`ETag\` of a record is its version. Updates and deletes need it as \`If-Match\`.
- **Pages.** Send \`nextCursor\` back as \`cursor\`, with the same filter, order and search, until it is null.
- **CSV.** Lists and queries are CSV for callers that send \`Accept: text/csv\`. The next cursor is then in \`x-next-cursor\`.
- **Streams.** The feed of changes is a stream of server-sent events for callers that send \`Accept: text/event-stream\`.
- **Limits.** Every response tells what is left. After a 429 wait \`retry-after\` seconds.
- **Compression.** Long pages are compressed for callers that send \`Accept-Encoding\`. Requests are not.
- **Methods.** HEAD works wherever GET does, with the same headers and no body. OPTIONS tells the methods of a path in \`Allow\`. QUERY on a list's path (RFC 10008) takes the body of a query, safely repeatable, where the host lets it through.`;

export function documentHead(origin: string, description: string) {
  return {
    openapi: "3.1.0",
    info: {
      title: "Public Records API",
      version: VERSION,
      description,
      contact: { name: "The operators of this deployment", url: origin },
      license: { name: "MIT", identifier: "MIT" },
    },
    externalDocs: { description: "The pages of this deployment, where members manage their tokens.", url: origin },
    servers: [{ url: `${origin}${BASE_PATH}` }],
    security: [{ token: [] }],
  };
}

export const SECURITY_SCHEMES = {
  token: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "service_v1_<token-id>_<secret>",
    description: "A token that a member has created on the pages, or an operator on the command line.",
  },
};
