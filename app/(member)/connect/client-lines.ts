/** What connects each client to `/mcp`: a command, a file, or what to fill in. Pure. */
import type { CodeLanguage } from "@/components/code/highlight";
import { ENVIRONMENT_VARIABLE } from "@/components/tokens/secret-lines";
import { checkTarget } from "@/lib/http/outbound-target";
import { MCP_PATH } from "@/lib/public-api/base-path";

export type ClientLines = {
  client: string;
  /** Where the lines go. */
  hint: string;
  language: CodeLanguage;
  lines: string;
  /** Why they do not work here. */
  warning?: string;
};

const INPUT_ID = "records-token";

/** Without what writes, whatever the token can do. */
const QUERY = "?read_only=true";

const UNREACHED =
  "Claude connects from its own servers, which reach only public addresses with https, and so not this one.";

/** To be replaced by one's own. */
const TOKEN = "service_v1_…";

/** `origin`: public, without a trailing slash. */
export function clientLines(origin: string): ClientLines[] {
  const url = `${origin}${MCP_PATH}${QUERY}`;
  const isReached = checkTarget(origin, null, []).fault === null;
  const inShell = `"Authorization: Bearer $${ENVIRONMENT_VARIABLE}"`;
  return [
    {
      client: "Your token",
      hint: "First, in the terminal where you start the client",
      language: "curl",
      lines: `export ${ENVIRONMENT_VARIABLE}=${TOKEN}`,
    },
    {
      client: "Claude Code",
      hint: "In a terminal",
      language: "curl",
      lines: `claude mcp add --transport http records "${url}" \\\n  --header ${inShell}`,
    },
    {
      client: "Claude",
      hint: "Settings, Connectors, Add custom connector: the URL",
      language: "http",
      lines: url,
      ...(isReached ? {} : { warning: UNREACHED }),
    },
    {
      client: "Claude, header",
      hint: "There, under Request headers, on plans that offer them: Authorization",
      language: "http",
      lines: `Bearer ${TOKEN}`,
    },
    {
      client: "Cursor",
      hint: ".cursor/mcp.json; start Cursor where the variable is set",
      language: "json",
      lines: fileOf({ mcpServers: { records: { url, headers: headersOf(`\${env:${ENVIRONMENT_VARIABLE}}`) } } }),
    },
    {
      client: "VS Code",
      hint: ".vscode/mcp.json",
      language: "json",
      lines: [
        "{",
        `  "inputs": [{ "type": "promptString", "id": "${INPUT_ID}", "description": "Token", "password": true }],`,
        `  "servers": ${fileOf({ records: { type: "http", url, headers: headersOf(`\${input:${INPUT_ID}}`) } }).replaceAll("\n", "\n  ")}`,
        "}",
      ].join("\n"),
    },
    {
      client: "curl",
      hint: "To see that it works",
      language: "curl",
      lines: [
        `curl -s "${url}" \\`,
        `  -H ${inShell} \\`,
        '  -H "Content-Type: application/json" \\',
        `  -d '{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}'`,
      ].join("\n"),
    },
  ];
}

function headersOf(token: string) {
  return { Authorization: `Bearer ${token}` };
}

function fileOf(content: object): string {
  return JSON.stringify(content, null, 2);
}
