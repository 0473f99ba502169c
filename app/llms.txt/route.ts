import { operatorTable } from "@/lib/public-api/reference/operator-table";
import { DOCUMENTS } from "../docs/documents";
import { linkedAddress, readMarkdown } from "../docs/markdown/read-document";

/** Rendered at build time, because the guides are files of the repository. */
export const dynamic = "force-static";

const GUIDES = DOCUMENTS.filter(({ path }) => path.startsWith("/docs/guides/"));

const INTRODUCTION = `# Public Records API

> Records of configured entities over HTTP, for server-side integrations. Send a token as \`Authorization: Bearer service_v1_…\`.

- [OpenAPI document of your token](/api/v1/openapi.json): its entities, fields and verbs, and nothing else. It asks for the token.
- [OpenAPI document of all organizations](/openapi.json): what every deployment has. It asks for none.
- MCP at \`/mcp\`, with the same token: [Connect an agent](/docs/guides/mcp).
- [Entities](/api/v1/entities): what the token can use. Each has a description below its key.
- [Search](/api/v1/search?q=renewal): the best matches of all entities that the token can list.

## Documentation

${DOCUMENTS.map(({ path, title, summary }) => `- [${title}](${path}): ${summary}`).join("\n")}

The guides follow. \`BASE\` is the address of this service with \`/api/v1\`, \`PUBLIC_RECORDS_TOKEN\` a token.
`;

const OPERATORS = `## Operators

A condition of a query is \`[field, operator, value]\`; \`{"and": […]}\`, \`{"or": […]}\` and \`{"not": …}\` combine conditions.

${operatorTable()}
`;

const LINK = /\[([^\]]+)\]\(([^)\s]+)\)/g;

/** For programs that read documentation (llmstxt.org). */
export function GET(): Response {
  const texts = [
    INTRODUCTION,
    OPERATORS,
    ...GUIDES.map(({ file }) => withPageLinks(readMarkdown(file).replace(/^# /, "## "), file)),
  ];
  return new Response(texts.join("\n"), { headers: { "content-type": "text/plain; charset=utf-8" } });
}

/** Replaces links to unpublished files by their text. */
function withPageLinks(text: string, file: string): string {
  return text.replace(LINK, (_link, title: string, href: string) => {
    const address = linkedAddress(href, file);
    return address === null ? title : `[${title}](${address})`;
  });
}
