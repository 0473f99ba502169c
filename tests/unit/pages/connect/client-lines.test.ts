import { describe, expect, it } from "vitest";
import { clientLines } from "@/app/(member)/connect/client-lines";

const PUBLIC = { origin: "https://a.example", isPublic: true };
const TOKEN = "service_v1_a_b";

/** By client and step, such as "cursor: file". */
function linesOf(token: string | null): Record<string, string> {
  return Object.fromEntries(
    clientLines(PUBLIC, token).flatMap(({ key, steps }) => steps.map(({ what, lines }) => [`${key}: ${what}`, lines])),
  );
}

it.each([
  [true, []],
  [false, ["Claude"]],
])("warns of the client that cannot reach the service, if it is public: %s", (isPublic, warned) => {
  const clients = clientLines({ ...PUBLIC, isPublic }, null).filter(({ warning }) => warning !== undefined);
  expect(clients.map(({ name }) => name)).toEqual(warned);
});

describe("with a token", () => {
  it("has it in every client, and neither a placeholder nor the variable", () => {
    const lines = linesOf(TOKEN);
    expect(Object.keys(lines).filter((step) => lines[step]?.includes(TOKEN))).toEqual([
      "claude-code: command",
      "claude: header",
      "cursor: file",
      "vs-code: token",
      "curl: command",
    ]);
    expect(Object.keys(lines)).toHaveLength(7);
    expect(Object.values(lines).join("\n")).not.toMatch(/…|PUBLIC_RECORDS_TOKEN/);
  });

  it("does not put it into a file of a project", () => {
    const files = clientLines(PUBLIC, TOKEN).flatMap(({ steps }) => steps.filter(({ what }) => what === "file"));
    expect(files.map(({ where, lines }) => [where.split(",")[0], lines.includes(TOKEN)])).toEqual([
      ["~/.cursor/mcp.json", true],
      [".vscode/mcp.json", false],
    ]);
  });
});

it("the files for editors are JSON, with the address of this service and no token", () => {
  const lines = linesOf(null);
  const url = "https://a.example/mcp?read_only=true";
  expect(JSON.parse(lines["cursor: file"] ?? "").mcpServers.records).toEqual({
    url,
    headers: { Authorization: `Bearer \${env:PUBLIC_RECORDS_TOKEN}` },
  });
  const headers = { Authorization: `Bearer \${input:records-token}` };
  expect(JSON.parse(lines["vs-code: file"] ?? "").servers.records).toEqual({ type: "http", url, headers });
});
