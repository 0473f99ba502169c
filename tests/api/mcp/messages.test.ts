/** Messages as such: bounded before the packages of the protocol see them, and refused in words of our own (contract § 18). */
import { describe, expect, inject, it } from "vitest";
import { sendTo } from "../../support/http";
import { openOrganization } from "../../support/organization";

const acme = await openOrganization("messages");
const origin = inject("origin");

type Headers = Record<string, string>;
type Error = { code: number; message: string; data?: { code: string; requestId: string } };
type Reply = { id: unknown; result?: Record<string, unknown>; error?: Error };

async function send(message: unknown, headers: Headers = {}): Promise<{ status: number } & Reply> {
  const call = { method: "POST", token: acme.token("ada"), headers, json: message };
  const { status, json } = await sendTo(origin, "/mcp", call);
  return { status, ...(json as Reply) };
}

const OF_2026 = "2026-07-28";
const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": OF_2026,
  "io.modelcontextprotocol/clientInfo": { name: "tests", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};
const asked = (method: unknown, params?: object, id: unknown = 1) => ({ jsonrpc: "2.0", id, method, params });

/** Writes a message as clients of 2025 and of 2026 send it. */
function ofBoth(method: string, params: object, id?: unknown): [message: object, headers: Headers][] {
  const { name, _meta } = params as { name?: unknown; _meta?: object };
  const named = typeof name === "string" ? { "mcp-name": name.slice(0, 300) } : {};
  const headers = { "mcp-protocol-version": OF_2026, "mcp-method": method, ...named };
  return [
    [asked(method, params, id), {}],
    [asked(method, { ...params, _meta: { ..._meta, ...ENVELOPE } }, id), headers],
  ];
}

const LONG = "x".repeat(201);
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]));

describe("a message that is larger than any client sends", () => {
  it.each<[what: string, method: string, params: object, id: unknown, code: number, said: string]>([
    ["its id", "tools/list", {}, LONG, -32_600, "id must be an integer, or a string of at most 200 characters."],
    [
      "its arguments",
      "tools/call",
      { name: "query", arguments: many(21) },
      1,
      -32_602,
      "params.arguments has more than 20 names",
    ],
    ["the name of the tool", "tools/call", { name: LONG }, 1, -32_602, "params.name is the name of a tool"],
    [
      "its progress token",
      "tools/list",
      { _meta: { progressToken: LONG } },
      1,
      -32_600,
      "params._meta.progressToken must be",
    ],
    ["its metadata", "tools/list", { _meta: many(500) }, 1, -32_602, "a message has at most 65536 characters"],
    ["its cursor", "tools/list", { cursor: "x".repeat(65_537) }, 1, -32_602, "a message has at most 65536 characters"],
    ["its params", "tools/call", { name: "query", ...many(500) }, 1, -32_602, "a message has at most 65536 characters"],
  ])("is refused: %s", async (_, method, params, id, code, said) => {
    for (const [message, headers] of ofBoth(method, params, id)) {
      const { error, ...others } = await send(message, headers);
      expect(error).toMatchObject({ code, message: expect.stringContaining(said), data: { code: "INVALID_BODY" } });
      expect(others).toEqual({ jsonrpc: "2.0", id: id === LONG ? null : id, status: code === -32_600 ? 400 : 200 });
    }
  });

  it("is refused by its method, and by what a client says of itself", async () => {
    expect((await send(asked(LONG))).error?.message).toContain("method must be a string of at most 200 characters");
    const hello = {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "x".repeat(65_537), version: "1" },
    };
    expect((await send(asked("initialize", hello))).error?.message).toContain("at most 65536 characters");
    expect((await send({ ...asked("tools/list"), k: 1 })).error?.message).toContain('"k" is not part of a message.');
  });

  it("is accepted at the limits", async () => {
    const id = "x".repeat(200);
    for (const [message, headers] of ofBoth(
      "tools/list",
      { _meta: { progressToken: id, icon: "x".repeat(60_000) } },
      id,
    ))
      expect(await send(message, headers)).toMatchObject({ status: 200, id, result: { tools: expect.any(Array) } });
    const [[message, headers] = [{}, {}]] = ofBoth("tools/call", { name: "query", arguments: many(20) });
    expect((await send(message, headers)).result).toMatchObject({ isError: true });
  });
});

describe("initialize", () => {
  const hello = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "old", version: "1" } };

  it.each<[with_: string, params: object, headers: Headers, version: string]>([
    ["no header", hello, {}, "2025-06-18"],
    ["a header of 2026", hello, { "mcp-protocol-version": OF_2026 }, "2025-06-18"],
    ["the revision of 2026", { ...hello, protocolVersion: OF_2026 }, { "mcp-protocol-version": OF_2026 }, "2025-11-25"],
    ["an unknown revision", { ...hello, protocolVersion: "2099-01-01" }, {}, "2025-11-25"],
  ])("with %s is answered by a revision of 2025", async (_, params, headers, version) => {
    const { status, result } = await send(asked("initialize", params), headers);
    expect([status, result?.protocolVersion]).toEqual([200, version]);
  });

  it("is no method of 2026: with its metadata it is unknown", async () => {
    const [, [message, headers] = [{}, {}]] = ofBoth("initialize", hello);
    expect(await send(message, headers)).toMatchObject({ status: 404, error: { code: -32_601 } });
  });
});

describe("a message that is wrong is refused in own words", () => {
  it.each<[what: string, method: string, params: object | undefined, said: string]>([
    ["no revision", "initialize", { capabilities: {}, clientInfo: {} }, "params.protocolVersion must be a string."],
    ["no params", "initialize", undefined, "params must be an object."],
    [
      "arguments that are null",
      "tools/call",
      { name: "describe", arguments: null },
      "params.arguments must be an object.",
    ],
    ["arguments as text", "tools/call", { name: "describe", arguments: "{}" }, "params.arguments must be an object."],
    ["no tool", "tools/call", { arguments: {} }, "params.name must be a string."],
    ["a cursor that is a number", "tools/list", { cursor: 5 }, "params.cursor must be a string."],
  ])("%s", async (_, method, params, said) => {
    const messages = method === "initialize" ? [[asked(method, params), {}] as const] : ofBoth(method, params ?? {});
    for (const [message, headers] of messages) {
      const { status, error } = await send(message, headers);
      expect({ status, error }).toEqual({
        status: 200,
        error: { code: -32_602, message: `${said} The specification of MCP says what ${method} takes.` },
      });
    }
  });

  it("metadata of 2026 of another type", async () => {
    const _meta = { ...ENVELOPE, "io.modelcontextprotocol/protocolVersion": 5 };
    const { error } = await send(asked("tools/list", { _meta }), { "mcp-protocol-version": OF_2026 });
    expect(error?.message).toMatch(/protocolVersion: must be a string$/);
  });

  it("a revision that looks like the list of the validator", async () => {
    for (const version of ["[{}]", '[{"path":[]}]', "[{"]) {
      const _meta = { ...ENVELOPE, "io.modelcontextprotocol/protocolVersion": version };
      const headers = { "mcp-protocol-version": version, "mcp-method": "tools/list" };
      const { status, error } = await send(asked("tools/list", { _meta }), headers);
      expect([status, error?.message]).toEqual([400, `Unsupported protocol version: ${version}`]);
    }
  });

  it.each<[what: string, body: unknown, code: number, said: string]>([
    ["a batch", [asked("tools/list")], -32_700, "Send one message at a time, as a JSON object: there are no batches."],
    ["no message", 5, -32_700, "A message is one JSON object:"],
    ["another version of JSON-RPC", { id: 1, method: "tools/list" }, -32_600, 'jsonrpc is "2.0".'],
    ["an id that is none", asked("tools/list", {}, 1.5), -32_600, "id must be an integer, or a string"],
    ["a list of params", asked("tools/list", []), -32_600, "params is an object."],
    ["metadata as text", asked("tools/list", { _meta: "x" }), -32_600, "params._meta is an object."],
  ])("%s", async (_, body, code, said) => {
    const { status, error } = await send(body);
    expect({ status, error }).toMatchObject({ status: 400, error: { code, message: expect.stringContaining(said) } });
    expect(error?.message).not.toMatch(/records|where/);
  });

  it("a response, which is never requested, is accepted and dropped", async () => {
    const call = { method: "POST", token: acme.token("ada"), json: { jsonrpc: "2.0", id: 1, result: {} } };
    const { status, text } = await sendTo(origin, "/mcp", call);
    expect([status, text]).toEqual([202, ""]);
  });
});
