/** Requests as people write them are taken as they stand by what they are written for. */
import { execFileSync, spawnSync } from "node:child_process";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { type ExampleRequest, LANGUAGES, writeSnippet } from "@/lib/public-api/reference/snippets";

const TARGET = { baseUrl: "https://records.example/api/v1", variable: "PUBLIC_RECORDS_TOKEN" };
const HOSTILE = 'it\'s "$HOME" `id` \\ \u202Egnp\n{x} %s é 𝒳 </script>';

const request = (more: Partial<ExampleRequest> = {}): ExampleRequest => ({
  method: "GET",
  path: "/entities/deals/records",
  query: {},
  headers: {},
  body: null,
  ...more,
});
const WRITE = request({
  method: "PATCH",
  headers: { "If-Match": '"9b3e"' },
  body: { data: { title: HOSTILE, amount: 12.5, open: true, gone: null, list: [1, [2], {}] } },
});

const HAS_PYTHON = spawnSync("python3", ["--version"]).status === 0;
/** In the place of the package that people use: tells what it is asked to send. */
const STAND_IN = `
import json as format, sys, types
def sender(method):
    def send(url, headers, json=None):
        print(format.dumps({"method": method, "url": url, "headers": headers, "json": json}))
        return types.SimpleNamespace(ok=True, json=lambda: {"data": {}})
    return send
sys.modules["requests"] = types.SimpleNamespace(**{name: sender(name) for name in ["get", "post", "patch", "delete"]})
`;

it("writes code as people would write it", () => {
  const list = request({ query: { limit: 1, sort: "created:asc,id:asc" } });
  expect(LANGUAGES.map((language) => writeSnippet(language, list, TARGET))).toEqual([
    `curl 'https://records.example/api/v1/entities/deals/records?limit=1&sort=created:asc,id:asc' \\
  -H "Authorization: Bearer $PUBLIC_RECORDS_TOKEN"`,
    `const response = await fetch("https://records.example/api/v1/entities/deals/records?limit=1&sort=created:asc,id:asc", {
  headers: {
    Authorization: \`Bearer \${process.env.PUBLIC_RECORDS_TOKEN}\`,
  },
});
if (!response.ok) throw new Error(await response.text());
const { data } = await response.json();`,
    `import os
import requests

response = requests.get(
    "https://records.example/api/v1/entities/deals/records?limit=1&sort=created:asc,id:asc",
    headers={
        "Authorization": f"Bearer {os.environ['PUBLIC_RECORDS_TOKEN']}",
    },
)
if not response.ok:
    raise RuntimeError(response.text)
data = response.json()["data"]`,
  ]);
});

describe("a value with a special meaning in a language", () => {
  it("is one argument to a shell", () => {
    const snippet = writeSnippet("curl", WRITE, TARGET).replace(/^curl/, "printf '%s\\0'");
    const sent = execFileSync("sh", ["-c", snippet], {
      env: { ...process.env, PUBLIC_RECORDS_TOKEN: "t" },
      encoding: "utf8",
    }).split("\0");
    expect(sent.slice(0, 7)).toEqual([
      "-X",
      "PATCH",
      "https://records.example/api/v1/entities/deals/records",
      "-H",
      "Authorization: Bearer t",
      "-H",
      'If-Match: "9b3e"',
    ]);
    expect(JSON.parse(sent.at(-2) ?? "")).toEqual(WRITE.body);
  });

  it("is the same value in JavaScript", async () => {
    const sent: { url: string; body: string; headers: object }[] = [];
    const fetch = async (url: string, options: { body: string; headers: object }) => {
      sent.push({ url, ...options });
      return { ok: true, json: async () => ({ data: {} }) };
    };
    await runInNewContext(`(async () => {${writeSnippet("javascript", WRITE, TARGET)}})()`, {
      fetch,
      process: { env: { PUBLIC_RECORDS_TOKEN: "t" } },
    });
    expect(JSON.parse(sent[0]?.body ?? "")).toEqual(WRITE.body);
    expect(sent[0]?.headers).toEqual({
      Authorization: "Bearer t",
      "If-Match": '"9b3e"',
      "Content-Type": "application/json",
    });
  });

  it.skipIf(!HAS_PYTHON)(`is the same value in Python${HAS_PYTHON ? "" : " (there is no python3)"}`, () => {
    const url = "https://records.example/api/v1/entities/deals/records";
    for (const [asked, sentTo] of [
      [WRITE, url],
      [request({ query: { search: "it's \\ é" } }), `${url}?search=it's%20%5C%20%C3%A9`],
      [request({ method: "DELETE" }), url],
    ] as const) {
      const input = `${STAND_IN}\n${writeSnippet("python", asked, TARGET)}\nassert data == {}`;
      const env = { ...process.env, PUBLIC_RECORDS_TOKEN: "t" };
      const sent = JSON.parse(execFileSync("python3", ["-X", "utf8", "-"], { input, env, encoding: "utf8" }));
      const headers = { Authorization: "Bearer t", ...asked.headers };
      expect(sent).toEqual({ method: asked.method.toLowerCase(), url: sentTo, headers, json: asked.body });
    }
  });
});
