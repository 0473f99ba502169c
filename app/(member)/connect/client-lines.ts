import type { CodeLanguage } from "@/components/code/highlight";
import { ENVIRONMENT_VARIABLE } from "@/components/tokens/secret-lines";
import { MCP_PATH } from "@/lib/public-api/base-path";

export type Client = {
  key: string;
  name: string;
  steps: Step[];
  warning?: string;
};

export type Step = {
  what: "token" | "command" | "file" | "URL" | "header";
  where: string;
  language: CodeLanguage | null;
  lines: string;
};

type Service = {
  origin: string;
  /** True if the public internet reaches it, with https. */
  isPublic: boolean;
};

const INPUT_ID = "records-token";

/** Without what writes, whatever the token can do. */
const QUERY = "?read_only=true";

const UNREACHED =
  "Claude connects from its own servers, which reach only public addresses with https, and so not this one.";

const PLACEHOLDER = "service_v1_…";

/** `token` null: the lines read it from the environment where a client can, and have a placeholder elsewhere. */
export function clientLines({ origin, isPublic }: Service, token: string | null): Client[] {
  const url = `${origin}${MCP_PATH}${QUERY}`;
  const inShell = `"Authorization: Bearer ${token ?? `$${ENVIRONMENT_VARIABLE}`}"`;
  const inTerminal = token === null ? [exported("In a terminal: your token")] : [];
  return [
    {
      key: "claude-code",
      name: "Claude Code",
      steps: [
        ...inTerminal,
        {
          what: "command",
          where: token === null ? "In the same terminal" : "In a terminal",
          language: "curl",
          lines: `claude mcp add --transport http records "${url}" \\\n  --header ${inShell}`,
        },
      ],
    },
    {
      key: "claude",
      name: "Claude",
      steps: [
        { what: "URL", where: "Settings, Connectors, Add custom connector: URL", language: null, lines: url },
        {
          what: "header",
          where: "There, under Request headers, on plans that offer them: Authorization",
          language: null,
          lines: `Bearer ${token ?? PLACEHOLDER}`,
        },
      ],
      ...(isPublic ? {} : { warning: UNREACHED }),
    },
    { key: "cursor", name: "Cursor", steps: cursorSteps(url, token) },
    { key: "vs-code", name: "VS Code", steps: codeSteps(url, token) },
    {
      key: "curl",
      name: "curl",
      steps: [
        ...inTerminal,
        {
          what: "command",
          where: "Lists the tools, to see that it works",
          language: "curl",
          lines: [
            `curl -s "${url}" \\`,
            `  -H ${inShell} \\`,
            '  -H "Content-Type: application/json" \\',
            `  -d '{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}'`,
          ].join("\n"),
        },
      ],
    },
  ];
}

function exported(where: string): Step {
  return { what: "token", where, language: "curl", lines: `export ${ENVIRONMENT_VARIABLE}=${PLACEHOLDER}` };
}

/** A file that contains the token belongs in the home folder, because those of projects are committed. */
function cursorSteps(url: string, token: string | null): Step[] {
  const headers = headersOf(token ?? `\${env:${ENVIRONMENT_VARIABLE}}`);
  const lines = fileOf({ mcpServers: { records: { url, headers } } });
  const file = (where: string): Step => ({ what: "file", where, language: "json", lines });
  return token === null
    ? [exported("In the terminal where you start Cursor: your token"), file(".cursor/mcp.json")]
    : [file("~/.cursor/mcp.json, outside of your projects: it contains the token")];
}

/** VS Code asks for the token and keeps it encrypted, so that it is in no file. */
function codeSteps(url: string, token: string | null): Step[] {
  const server = { records: { type: "http", url, headers: headersOf(`\${input:${INPUT_ID}}`) } };
  const lines = [
    "{",
    `  "inputs": [{ "type": "promptString", "id": "${INPUT_ID}", "description": "Token", "password": true }],`,
    `  "servers": ${fileOf(server).replaceAll("\n", "\n  ")}`,
    "}",
  ].join("\n");
  const asked: Step = { what: "token", where: "When VS Code asks for it", language: null, lines: token ?? PLACEHOLDER };
  return [{ what: "file", where: ".vscode/mcp.json", language: "json", lines }, asked];
}

function headersOf(token: string) {
  return { Authorization: `Bearer ${token}` };
}

function fileOf(content: object): string {
  return JSON.stringify(content, null, 2);
}
