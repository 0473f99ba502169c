import { readFileSync } from "node:fs";
import path from "node:path";

/** Written by the build: the guides are files of the repository. */
export const dynamic = "force-static";

/** By what a reader needs first. */
const GUIDES = ["mirror", "load", "upsert", "retry", "join", "tables"];

const INTRODUCTION = `# Public Records API

> Records of configured entities over HTTP, for server-side integrations. Send a token as \`Authorization: Bearer service_v1_…\`.

- [OpenAPI document of your token](/api/v1/openapi.json): its entities, fields and verbs, and nothing else. It asks for the token.
- [OpenAPI document of all organisations](/openapi.json): what every deployment has. It asks for none.
- [Entities](/api/v1/entities): what the token can use. Each has a description below its key.

The guides follow. \`BASE\` is the address of this service with \`/api/v1\`, \`TOKEN\` a token.
`;

/** Other pages of the repository are not served. */
const LINK_TO_PAGE = /\[([^\]]+)\]\((?!https?:)[^)]*\)/g;

/** For programs that read (llmstxt.org). */
export function GET(): Response {
  const folder = path.join(process.cwd(), "docs", "guides");
  const guides = GUIDES.map((name) => readFileSync(path.join(folder, `${name}.md`), "utf8"));
  const texts = [INTRODUCTION, ...guides.map((guide) => guide.replace(/^# /, "## ").replace(LINK_TO_PAGE, "$1"))];
  return new Response(texts.join("\n"), { headers: { "content-type": "text/plain; charset=utf-8" } });
}
