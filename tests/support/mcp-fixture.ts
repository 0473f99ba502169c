/** A server with the tools, prompts and resources that the conformance tests of the protocol call. */
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ContentBlock,
  type GetPromptResult,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==";
const SILENCE = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

const words = (value: string): ContentBlock => ({ type: "text", text: value });
const image: ContentBlock = { type: "image", data: PIXEL, mimeType: "image/png" };
const embedded = (uri: string): ContentBlock => ({
  type: "resource",
  resource: { uri, mimeType: "text/plain", text: "An embedded resource." },
});
const result = (...content: ContentBlock[]): CallToolResult => ({ content });

type Tool = (context: ServerContext) => CallToolResult | Promise<CallToolResult>;

const TOOLS: Record<string, Tool> = {
  test_simple_text: () => result(words("This is a simple text response for testing.")),
  test_image_content: () => result(image),
  test_audio_content: () => result({ type: "audio", data: SILENCE, mimeType: "audio/wav" }),
  test_embedded_resource: () => result(embedded("test://embedded-resource")),
  test_multiple_content_types: () => result(words("Several."), image, embedded("test://mixed-content-resource")),
  test_error_handling: () => ({
    ...result(words("This tool intentionally returns an error for testing")),
    isError: true,
  }),
  test_logging_tool: async ({ mcpReq }) => {
    await mcpReq.log("info", "A message that nobody asked for.");
    return result(words("Done."));
  },
  test_missing_capability: (context) => {
    if (capabilitiesOf(context).sampling === undefined)
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
    return result(words("Done."));
  },
  // The tests call it to see that a response contains no request. It asks for nothing.
  test_streaming_elicitation: () => result(words("Done.")),
};

type Prompt = (args: Record<string, string>) => GetPromptResult;

const prompt = (...content: ContentBlock[]): GetPromptResult => ({
  messages: content.map((each) => ({ role: "user", content: each })),
});

const PROMPTS: Record<string, { names?: string[]; get: Prompt }> = {
  test_simple_prompt: { get: () => prompt(words("This is a simple prompt for testing.")) },
  test_prompt_with_arguments: {
    names: ["arg1", "arg2"],
    get: ({ arg1, arg2 }) => prompt(words(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  },
  test_prompt_with_embedded_resource: {
    names: ["resourceUri"],
    get: ({ resourceUri = "" }) => prompt(embedded(resourceUri), words("Please process the embedded resource above.")),
  },
  test_prompt_with_image: { get: () => prompt(image, words("Please analyze the image above.")) },
};

const RESOURCES: ReadResourceResult["contents"] = [
  { uri: "test://static-text", mimeType: "text/plain", text: "This is the content of the static text resource." },
  { uri: "test://static-binary", mimeType: "image/png", blob: PIXEL },
];

function read(uri: string): ReadResourceResult {
  const known = RESOURCES.find((resource) => resource.uri === uri);
  if (known !== undefined) return { contents: [known] };
  const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(uri) ?? [];
  if (id === undefined) throw new ResourceNotFoundError(uri);
  return { contents: [{ uri, mimeType: "application/json", text: JSON.stringify({ id }) }] };
}

function capabilitiesOf({ mcpReq }: ServerContext): { sampling?: object } {
  const envelope: Record<string, unknown> = mcpReq.envelope ?? {};
  return envelope[CLIENT_CAPABILITIES_META_KEY] ?? {};
}

function found<Item>(items: Record<string, Item>, name: string): Item {
  const item = items[name];
  if (item === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no ${name}.`);
  return item;
}

export function openFixture(): Server {
  const capabilities = { tools: {}, prompts: {}, resources: {}, completions: {}, logging: {} };
  const server = new Server({ name: "fixture", version: "1" }, { capabilities });
  const tools = Object.keys(TOOLS).map((name) => ({
    name,
    description: "A tool of the tests",
    inputSchema: { type: "object" as const },
  }));
  server.setRequestHandler("tools/list", () => ({ tools }));
  server.setRequestHandler("tools/call", ({ params }, context) => found(TOOLS, params.name)(context));
  const prompts = Object.entries(PROMPTS).map(([name, { names = [] }]) => ({
    name,
    description: "A prompt of the tests",
    arguments: names.map((each) => ({ name: each, required: true })),
  }));
  server.setRequestHandler("prompts/list", () => ({ prompts }));
  server.setRequestHandler("prompts/get", ({ params }) => found(PROMPTS, params.name).get(params.arguments ?? {}));
  const resources = RESOURCES.map(({ uri, mimeType }) => ({
    uri,
    name: uri,
    ...(mimeType === undefined ? {} : { mimeType }),
  }));
  server.setRequestHandler("resources/list", () => ({ resources }));
  const resourceTemplates = [{ name: "template", uriTemplate: "test://template/{id}/data" }];
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates }));
  server.setRequestHandler("resources/read", ({ params }) => read(params.uri));
  server.setRequestHandler("completion/complete", () => ({ completion: { values: ["one", "two"] } }));
  return server;
}
