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

describe("without a token", () => {
  it("has one placeholder for it, which is exported where a client can read the environment", () => {
    expect(linesOf(null)).toMatchObject({
      "claude-code: token": "export PUBLIC_RECORDS_TOKEN=service_v1_…",
      "claude-code: command":
        'claude mcp add --transport http records "https://a.example/mcp?read_only=true" \\\n  --header "Authorization: Bearer $PUBLIC_RECORDS_TOKEN"',
      "claude: URL": "https://a.example/mcp?read_only=true",
      "claude: header": "Bearer service_v1_…",
      "cursor: token": "export PUBLIC_RECORDS_TOKEN=service_v1_…",
      "cursor: file": expect.stringContaining(`"Bearer \${env:PUBLIC_RECORDS_TOKEN}"`),
      "vs-code: token": "service_v1_…",
      "curl: token": "export PUBLIC_RECORDS_TOKEN=service_v1_…",
      "curl: command": expect.stringContaining('"Authorization: Bearer $PUBLIC_RECORDS_TOKEN"'),
    });
  });
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
